-- Outside the service, a customer id is cus_ and 16 hexadecimal digits, which can't be mistaken for
-- any other id. The class CustomerId writes and reads the same format.
create function customer_ref(id bigint) returns text language sql immutable parallel safe as $$
  select 'cus_' || lpad(to_hex(id # 6620735450833548845), 16, '0')
$$;

-- Unchanged except for the customer's id.
create or replace function webhook_expand(
  workspaces int[], stored timestamptz[], groups bigint[], keys uuid[], most_events int,
  workspace_rows int, all_rows int,
  out events int, out due int, out done int, out last_workspace int
) language plpgsql volatile
set jit = off set enable_seqscan = off as $$
begin
  with cause as materialized (
    select c.turn, f.*
    from unnest(workspaces, stored, groups, keys) with ordinality
      as c (workspace_id, stored_at, group_id, event_key, turn)
    cross join lateral (
      select * from webhook_fan_outs
      where workspace_id = c.workspace_id and stored_at = c.stored_at
        and group_id = c.group_id and event_key = c.event_key
      offset 0
    ) f
  ), read as materialized (
    select c.turn, c.workspace_id, c.stored_at, e.*
    from cause c
    cross join lateral (
      select u.*
      from (select distinct unnest(c.app_ids) as app_id) a
      cross join lateral (
        select * from usage_events_of_groups
        where app_id = a.app_id and group_id = c.group_id
          and received_at >= c.received_from and received_at <= c.received_to
        offset 0
      ) u
      where (c.after_at is null
          or (u.occurred_at, u.app_id, u.event_key) > (c.after_at, c.after_app, c.after_key))
        and (c.event_key = '00000000-0000-0000-0000-000000000000' or u.event_key = c.event_key)
      order by u.occurred_at, u.app_id, u.event_key
      limit most_events
    ) e
  ), read_of as materialized (
    select turn, workspace_id, count(*) as read from read group by turn, workspace_id
  ), event as materialized (
    -- A group that was not read completely is the last of its workspace.
    select e.*, dense_rank() over (order by e.workspace_id, e.app_id, e.event_name) as kind
    from read e
    left join (
      select workspace_id, min(turn) as turn from read_of where read >= most_events
      group by workspace_id
    ) l on l.workspace_id = e.workspace_id
    where e.turn <= coalesce(l.turn, e.turn)
  ), subscribed as materialized (
    select d.kind, s.endpoints, s.since, s.until, coalesce(cardinality(s.endpoints), 0) as size
    from (select distinct kind, workspace_id, app_id, event_name from event) d
    cross join lateral (
      select array_agg(n.endpoint_id) as endpoints, array_agg(n.since) as since,
        array_agg(n.until) as until
      from (
        select w.endpoint_id, w.since, 'infinity'::timestamptz as until
        from webhook_subscriptions w
        where w.workspace_id = d.workspace_id and w.topic = 'customers/usage_event'
          and w.app_id in (0, d.app_id) and w.event_name in ('', d.event_name)
        union all
        select p.endpoint_id, p.since, p.until
        from webhook_past_subscriptions p
        cross join lateral (
          select from webhook_endpoints
          where workspace_id = p.workspace_id and id = p.endpoint_id and status <> 'deleted'
          offset 0
        ) e
        where p.workspace_id = d.workspace_id and p.topic = 'customers/usage_event'
          and p.app_id in (0, d.app_id) and p.event_name in ('', d.event_name)
      ) n
    ) s
  ), of_workspace as materialized (
    select e.*, s.size, sum(s.size) over workspace as so_many, row_number() over workspace as nth
    from event e join subscribed s on s.kind = e.kind
    window workspace as (
      partition by e.workspace_id order by e.turn, e.occurred_at, e.app_id, e.event_key)
  ), of_all as materialized (
    select w.*, sum(w.size) over everything as all_so_many, row_number() over everything as all_nth
    from of_workspace w
    where w.so_many <= workspace_rows or w.nth = 1
    window everything as (order by w.turn, w.occurred_at, w.app_id, w.event_key)
  ), taken as materialized (
    select t.*, array(
      select n.endpoint_id from unnest(s.endpoints, s.since, s.until) as n (endpoint_id, since, until)
      where n.since <= t.stored_at and n.until > t.stored_at
      group by n.endpoint_id
    ) as subscribers
    from of_all t join subscribed s on s.kind = t.kind
    where t.all_so_many <= all_rows or t.all_nth = 1
  ), message as materialized (
    select webhook_message_id() as id, m.*
    from (select * from taken where subscribers <> '{}'
      order by turn, occurred_at, app_id, event_key) m
  ), kept as (
    insert into webhook_messages (workspace_id, id, app_id, topic, customer_id, subject, payload)
    select m.workspace_id, m.id, m.app_id, 'customers/usage_event', m.customer_id,
      coalesce(m.event_id, m.event_key::text),
      jsonb_build_object(
        'eventId', coalesce(m.event_id, m.event_key::text),
        'eventName', m.event_name,
        'timestamp', regexp_replace(to_char(m.occurred_at at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '000Z$', 'Z'),
        'properties', coalesce(m.properties, '{}'),
        'path', m.path,
        'sessionKey', m.session_key,
        'customer', jsonb_build_object('id', customer_ref(m.customer_id), 'myplatformDomain', c.domain,
          'name', n.name, 'email', n.email))
    from message m
    cross join lateral (
      select domain from customers
      where workspace_id = m.workspace_id and id = m.customer_id
      offset 0
    ) c
    left join lateral (
      select name, email from customer_names
      where workspace_id = m.workspace_id and customer_id = m.customer_id
      offset 0
    ) n on true
  ), written as (
    insert into webhook_due (workspace_id, endpoint_id, message_id, lane, customer_id)
    select m.workspace_id, s.endpoint_id, m.id, s.endpoint_id % 64, m.customer_id
    from message m cross join lateral unnest(m.subscribers) as s (endpoint_id)
    returning 1
  ), progress as materialized (
    select c.workspace_id, c.stored_at, c.group_id, c.event_key, t.last_at, t.last_app, t.last_key,
      coalesce(t.taken, 0) as taken,
      coalesce(r.read, 0) < most_events and coalesce(r.read, 0) = coalesce(t.taken, 0) as finished
    from cause c
    left join read_of r on r.turn = c.turn
    left join (
      select turn, count(*) as taken,
        (array_agg(occurred_at order by occurred_at desc, app_id desc, event_key desc))[1] as last_at,
        (array_agg(app_id order by occurred_at desc, app_id desc, event_key desc))[1] as last_app,
        (array_agg(event_key order by occurred_at desc, app_id desc, event_key desc))[1] as last_key
      from taken group by turn
    ) t on t.turn = c.turn
  ), finished as (
    delete from webhook_fan_outs f using progress p
    where p.finished and f.workspace_id = p.workspace_id and f.stored_at = p.stored_at
      and f.group_id = p.group_id and f.event_key = p.event_key
    returning 1
  ), moved as (
    update webhook_fan_outs f
    set after_at = p.last_at, after_app = p.last_app, after_key = p.last_key
    from progress p
    where not p.finished and p.taken > 0 and f.workspace_id = p.workspace_id
      and f.stored_at = p.stored_at and f.group_id = p.group_id and f.event_key = p.event_key
  )
  select (select count(*) from taken), (select count(*) from written),
    (select count(*) from finished),
    (select t.workspace_id from taken t order by t.turn desc limit 1)
  into events, due, done, last_workspace;
end $$;
