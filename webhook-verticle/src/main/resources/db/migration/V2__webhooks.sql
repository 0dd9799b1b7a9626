-- Webhook endpoints, the deliveries due to them, and the results, with the fan-out of usage events
-- into messages. See docs/decisions/0004-webhook-delivery.md. Keys of large tables start with the
-- workspace.

-- The number of lanes; the class Lanes has the same constant.
create function webhook_lane_count() returns int language sql immutable parallel safe return 64;

-- The lane of an endpoint. With a parsed body, since a generated column uses it: while a dump is
-- restored the search path is empty.
create function webhook_lane(endpoint bigint) returns smallint language sql immutable parallel safe
return (endpoint % webhook_lane_count())::smallint;

-- Every endpoint belongs to a lane; one worker at a time delivers for a lane. epoch is
-- incremented with each owner, so that writes of a former owner can be distinguished.
create table webhook_lanes (
  lane  smallint    primary key,
  owner uuid,
  epoch bigint      not null default 0,
  until timestamptz not null default '-infinity'
);
insert into webhook_lanes (lane) select generate_series(0, webhook_lane_count() - 1);

-- The workers that share the lanes.
create table webhook_workers (
  id      uuid        primary key,
  seen_at timestamptz not null default now()
);

-- topics, event_names, app_ids: what it subscribes to; null for all event names, all apps. status:
-- enabled, probing (failing: one attempt at a time), disabled, deleted. step and probe_at: the back-off
-- while it is probed. paused_until: the end of a pause that the receiver requested.
create table webhook_endpoints (
  workspace_id  bigint      not null references workspaces,
  id            bigint      generated always as identity,
  url           text        not null,
  topics        text[]      not null,
  event_names   text[],
  app_ids       bigint[],
  ordered       boolean     not null default false,
  status        text        not null default 'enabled'
    check (status in ('enabled', 'probing', 'disabled', 'deleted')),
  status_reason text,
  status_at     timestamptz not null default now(),
  failures      int         not null default 0,
  failing_since timestamptz,
  step          smallint    not null default 0,
  probe_at      timestamptz,
  paused_until  timestamptz,
  last_error    text,
  delivered_at  timestamptz,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  lane          smallint    not null generated always as (webhook_lane(id)) stored,
  primary key (workspace_id, id)
) with (fillfactor = 70);
create index webhook_endpoints_by_id on webhook_endpoints (id);
create index webhook_endpoints_by_lane on webhook_endpoints (lane);
create index webhook_endpoints_by_change on webhook_endpoints (updated_at);

-- How many positions in its queue, and sequence numbers sent to it, an endpoint has used.
create table webhook_counters (
  workspace_id bigint not null,
  endpoint_id  bigint not null,
  places       bigint not null default 0,
  sequences    bigint not null default 0,
  primary key (workspace_id, endpoint_id)
) with (fillfactor = 50);

-- Signing secrets, encrypted (AES-256-GCM) with the key key_id. expires_at: the end of a rotation's
-- overlap; null for the current one.
create table webhook_secrets (
  workspace_id bigint      not null,
  endpoint_id  bigint      not null,
  id           bigint      generated always as identity,
  key_id       text        not null,
  sealed       bytea       not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  primary key (workspace_id, endpoint_id, id)
);

-- The endpoints' subscriptions in the form in which causes look them up; app_id 0 and event_name ''
-- mean all. since: an event is sent to the endpoints that were subscribed when it was stored, not when
-- it is expanded.
create table webhook_subscriptions (
  workspace_id bigint      not null,
  topic        text        not null,
  app_id       bigint      not null,
  event_name   text        not null,
  endpoint_id  bigint      not null,
  since        timestamptz not null default now(),
  primary key (workspace_id, topic, app_id, event_name, endpoint_id)
);
create index webhook_subscriptions_by_endpoint on webhook_subscriptions (workspace_id, endpoint_id);

-- What other modules read: whether anything subscribes to a topic.
create view webhook_subscribers as
select workspace_id, topic, app_id, event_name from webhook_subscriptions;

-- Subscriptions that ended, of endpoints that are not deleted, for events stored before that.
create table webhook_past_subscriptions (
  workspace_id bigint      not null,
  topic        text        not null,
  app_id       bigint      not null,
  event_name   text        not null,
  endpoint_id  bigint      not null,
  since        timestamptz not null,
  until        timestamptz not null default now(),
  primary key (workspace_id, topic, app_id, event_name, endpoint_id, until)
);
create index webhook_past_subscriptions_by_end on webhook_past_subscriptions (until);

create function keep_webhook_past_subscriptions() returns trigger language plpgsql
set jit = off set enable_seqscan = off as $$
begin
  insert into webhook_past_subscriptions
    (workspace_id, topic, app_id, event_name, endpoint_id, since)
  select o.workspace_id, o.topic, o.app_id, o.event_name, o.endpoint_id, o.since
  from ended o
  cross join lateral (
    select from webhook_endpoints e
    where e.workspace_id = o.workspace_id and e.id = o.endpoint_id and e.status <> 'deleted'
    offset 0
  ) e
  where o.topic = 'customers/usage_event' and o.since < now()
  on conflict do nothing;
  return null;
end $$;

create trigger webhook_past_subscriptions after delete on webhook_subscriptions
referencing old table as ended
for each statement execute function keep_webhook_past_subscriptions();

-- What happened, stored once for any number of endpoints. The id contains the time (RFC 9562, version
-- 7). subject: the cause's own identifier, such as an event's id. payload: the topic's own fields.
create table webhook_messages (
  workspace_id bigint not null,
  id           uuid   not null,
  app_id       bigint,
  topic        text   not null,
  customer_id  bigint,
  subject      text,
  payload      jsonb  not null,
  primary key (workspace_id, id)
) partition by range (id);
create index webhook_messages_by_subject on webhook_messages (workspace_id, subject)
where subject is not null;

-- Pending deliveries: a row is inserted with its cause and deleted after its last attempt. place: the
-- position in the endpoint's queue, assigned by the lane's owner; null until then. sequence: the number
-- sent to the receiver. next_at: when a failed one is retried.
create table webhook_due (
  workspace_id bigint   not null,
  endpoint_id  bigint   not null,
  message_id   uuid     not null,
  lane         smallint not null,
  customer_id  bigint   not null default 0,
  kind         text     not null default 'live' check (kind in ('live', 'replay', 'test')),
  place        bigint,
  sequence     bigint,
  attempts     smallint not null default 0,
  next_at      timestamptz,
  replay_id    bigint,
  primary key (workspace_id, endpoint_id, message_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
create index webhook_due_fresh on webhook_due (lane, message_id) where place is null;
create index webhook_due_by_place on webhook_due (workspace_id, endpoint_id, place)
where place is not null;
create index webhook_due_by_time on webhook_due (workspace_id, endpoint_id, next_at)
where next_at is not null;
create index webhook_due_by_replay on webhook_due (replay_id) where replay_id is not null;

-- The final results of deliveries. reason: why a failed or parked one was given up.
create table webhook_deliveries (
  workspace_id bigint      not null,
  endpoint_id  bigint      not null,
  message_id   uuid        not null,
  kind         text        not null,
  sequence     bigint,
  status       text        not null check (status in ('delivered', 'failed', 'parked')),
  reason       text,
  attempts     smallint    not null,
  settled_at   timestamptz not null default now(),
  primary key (workspace_id, endpoint_id, message_id)
) partition by range (message_id);
create index webhook_deliveries_failed on webhook_deliveries (workspace_id, endpoint_id, message_id)
where status in ('failed', 'parked');

-- Every attempted request. kind: live, retry, probe, replay, test. address: the one connected to.
-- status: of the response, null if there was none. outcome: delivered, or a code for what went wrong.
create table webhook_attempts (
  workspace_id    bigint      not null,
  endpoint_id     bigint      not null,
  message_id      uuid        not null,
  at              timestamptz not null,
  kind            text        not null,
  address         text,
  status          smallint,
  outcome         text        not null,
  duration_millis int         not null,
  response        text,
  primary key (workspace_id, endpoint_id, message_id, at)
) partition by range (message_id);

-- Replays of all failed deliveries since a time. cursor: the last message that was made due again.
create table webhook_replays (
  workspace_id bigint      not null,
  id           bigint      generated always as identity,
  endpoint_id  bigint      not null,
  since        timestamptz not null,
  until        timestamptz not null default now(),
  cursor       uuid        not null,
  total        bigint      not null,
  done         bigint      not null default 0,
  status       text        not null default 'running' check (status in ('running', 'done')),
  created_at   timestamptz not null default now(),
  finished_at  timestamptz,
  primary key (workspace_id, id)
);
create index webhook_replays_by_id on webhook_replays (id);
create index webhook_replays_running on webhook_replays (endpoint_id) where status = 'running';

-- Groups of usage events that are still to be expanded into messages. stored_at: the time of the
-- storing transaction, which determines the subscriptions. events: how many have a subscriber.
-- received_from, received_to: where to find them. after_*: the last event that was expanded.
-- event_key: zero for the whole group, otherwise the one event that could not be expanded and is
-- retried at retry_at.
create table webhook_fan_outs (
  workspace_id  bigint      not null,
  stored_at     timestamptz not null default now(),
  group_id      bigint      not null,
  event_key     uuid        not null default '00000000-0000-0000-0000-000000000000',
  app_ids       bigint[]    not null,
  events        int         not null,
  received_from timestamptz not null,
  received_to   timestamptz not null,
  after_at      timestamptz,
  after_app     bigint,
  after_key     uuid,
  failures      int         not null default 0,
  retry_at      timestamptz,
  error         text,
  primary key (workspace_id, stored_at, group_id, event_key)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
create index webhook_fan_outs_by_time on webhook_fan_outs (stored_at, workspace_id)
where retry_at is null;
create index webhook_fan_outs_quarantined on webhook_fan_outs (retry_at) where retry_at is not null;

-- Among messages of one millisecond, a later one has the greater id.
create sequence webhook_message_numbers;
create function webhook_message_id() returns uuid language sql volatile as $$
  select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7000-8' || substr(n, 1, 3) || '-'
    || substr(n, 4, 7) || substr(r, 1, 5))::uuid
  from (
    select lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') as h,
      lpad(to_hex(nextval('webhook_message_numbers') & 1099511627775), 10, '0') as n,
      gen_random_uuid()::text as r
  ) as part
$$;

-- The lowest id of a moment.
create function webhook_message_floor(moment timestamptz) returns uuid language sql immutable as $$
  select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-0000-0000-000000000000')::uuid
  from (
    select lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') as h
  ) as part
$$;

-- Published. Called by other roles in the transaction of the cause: writes messages and due deliveries
-- for the causes that an endpoint is subscribed to. Returns the number of deliveries. app and customer
-- may be null.
create function webhook_emit(
  workspaces bigint[], apps bigint[], topics text[], customers bigint[], payloads text[]
) returns bigint language sql volatile as $$
  with wanted as materialized (
    select * from (
      select c.*, array(
        select s.endpoint_id from webhook_subscriptions s
        where s.workspace_id = c.workspace_id and s.topic = c.topic
          and (s.app_id = 0 or s.app_id = c.app_id)
      ) as endpoints
      from unnest(workspaces, apps, topics, customers, payloads) with ordinality
        as c (workspace_id, app_id, topic, customer_id, payload, number)
      order by c.number
    ) as cause
    where endpoints <> '{}'
  ), message as materialized (
    select webhook_message_id() as id, wanted.* from wanted
  ), kept as (
    insert into webhook_messages (workspace_id, id, app_id, topic, customer_id, payload)
    select workspace_id, id, app_id, topic, customer_id, payload::jsonb from message
  ), due as (
    insert into webhook_due (workspace_id, endpoint_id, message_id, lane, customer_id)
    select workspace_id, endpoint, id, webhook_lane(endpoint), coalesce(customer_id, 0)
    from message, unnest(endpoints) as endpoint
    returning 1
  )
  select count(*) from due
$$;

-- Deliveries without a position in lanes that a worker holds, the oldest of each lane first, at most
-- `most` per lane. everything: all of them, otherwise only those younger than 5 s, to avoid scanning
-- index entries of placed rows that wait for vacuum. A function, because only a scan in index order is
-- fast, and the planner, which expects few rows, would read and sort the whole backlog each time.
-- Stable, so that it sees the same rows as the calling statement: otherwise positions would be assigned
-- to rows that the statement can't update yet.
create function webhook_fresh(worker uuid, lanes int[], everything boolean, most int)
returns table (workspace_id bigint, endpoint_id bigint, message_id uuid, kind text)
language plpgsql stable rows 1000
set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
declare
  floor uuid := case when everything then '00000000-0000-0000-0000-000000000000'
    else webhook_message_floor(now() - interval '5 seconds') end;
begin
  return query
  select d.workspace_id, d.endpoint_id, d.message_id, d.kind
  from webhook_lanes l
  cross join lateral (
    select u.workspace_id, u.endpoint_id, u.message_id, u.kind from webhook_due u
    where u.lane = l.lane and u.place is null and u.message_id >= floor
    order by u.message_id limit most
  ) d
  where l.lane = any(lanes) and l.owner = worker;
end $$;

-- Expands groups: the next events of each, in the order in which they happened. A workspace gets at
-- most workspace_rows deliveries and all together at most all_rows, but the first event of each
-- workspace, and of all, is expanded regardless of its size. Groups of one workspace must be passed in
-- the order in which they were stored. done: the number of finished groups. last_workspace: the last
-- one of which an event was expanded.
create function webhook_expand(
  workspaces bigint[], stored timestamptz[], groups bigint[], keys uuid[], most_events int,
  workspace_rows int, all_rows int,
  out events int, out due int, out done int, out last_workspace bigint
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
        select * from stored_usage_events
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
      select domain from tenancy_customers
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
    select m.workspace_id, s.endpoint_id, m.id, webhook_lane(s.endpoint_id), m.customer_id
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

-- Quarantines the next event of a group when it can't be expanded: the event gets a row of its own,
-- which is retried later, and the group continues after it.
create function webhook_quarantine(
  workspace bigint, stored timestamptz, grp bigint, key uuid, fault text
) returns void language plpgsql volatile
set jit = off set enable_seqscan = off as $$
declare
  cause webhook_fan_outs;
  event record;
begin
  select * into cause from webhook_fan_outs
  where workspace_id = workspace and stored_at = stored and group_id = grp and event_key = key;
  select u.occurred_at, u.app_id, u.event_key into event
  from (select distinct unnest(cause.app_ids) as app_id) a
  cross join lateral (
    select occurred_at, app_id, event_key from stored_usage_events
    where app_id = a.app_id and group_id = cause.group_id
      and received_at >= cause.received_from and received_at <= cause.received_to
    offset 0
  ) u
  where cause.after_at is null
    or (u.occurred_at, u.app_id, u.event_key) > (cause.after_at, cause.after_app, cause.after_key)
  order by u.occurred_at, u.app_id, u.event_key limit 1;
  if key = '00000000-0000-0000-0000-000000000000' and found then
    insert into webhook_fan_outs (workspace_id, stored_at, group_id, event_key, app_ids, events,
      received_from, received_to, failures, retry_at, error)
    values (workspace, stored, grp, event.event_key, array[event.app_id], 1, cause.received_from,
      cause.received_to, 1, now() + interval '1 minute', left(fault, 1000));
    update webhook_fan_outs
    set after_at = event.occurred_at, after_app = event.app_id, after_key = event.event_key
    where workspace_id = workspace and stored_at = stored and group_id = grp and event_key = key;
  else
    update webhook_fan_outs
    set failures = failures + 1, error = left(fault, 1000),
      retry_at = now() + least(interval '6 hours', interval '1 minute' * 5 ^ least(failures, 9))
    where workspace_id = workspace and stored_at = stored and group_id = grp and event_key = key;
  end if;
end $$;

-- Runs one step: workspaces with groups of the last 5 s, and those known to have older ones (behind,
-- with the time of the oldest), take turns, starting after the workspace turn_after. Each is expanded
-- by one caller at a time, so that its groups keep their order. busy: another caller is expanding one.
-- more: something is left. oldest_millis: the age of the oldest group. quarantined: the number of events
-- quarantined because they could not be expanded. fault: the last one's error.
create function webhook_fan_out(
  behind bigint[], behind_since timestamptz[], turn_after bigint, most_events int, all_events int,
  workspace_rows int, all_rows int,
  out events int, out due int, out last_workspace bigint, out more boolean, out busy boolean,
  out oldest_millis bigint, out quarantined int, out fault text
) language plpgsql volatile
set jit = off set enable_seqscan = off as $$
declare
  chosen bigint[];
  floors timestamptz[];
  picked bigint[];
  stored timestamptz[];
  groups bigint[];
  keys uuid[];
  part record;
  finished int := 0;
  unfinished bigint := -1;
begin
  -- Nothing from this step is sent before a worker's next commit, which waits for this one too.
  perform set_config('synchronous_commit', 'off', true);
  select array_agg(w.workspace_id order by w.turn) filter (where w.locked),
    array_agg(w.since order by w.turn) filter (where w.locked),
    coalesce(bool_or(not w.locked), false)
  into chosen, floors, busy
  from (
    select n.*,
      pg_try_advisory_xact_lock(hashtextextended('webhook_fan_outs', n.workspace_id)) as locked
    from (
      select k.workspace_id, min(k.since) as since,
        row_number() over (order by k.workspace_id <= turn_after, k.workspace_id) as turn
      from (
        select y.workspace_id, now() - interval '5 seconds' as since
        from (
          select f.workspace_id from webhook_fan_outs f
          where f.stored_at > now() - interval '5 seconds' and f.retry_at is null
          order by f.stored_at limit 10000
        ) y
        union all
        select * from unnest(behind, behind_since)
      ) k
      group by k.workspace_id
      order by turn limit 500
    ) n
  ) w;
  events := 0;
  due := 0;
  quarantined := 0;
  more := false;
  if chosen is null then
    return;
  end if;
  select array_agg(g.workspace_id order by g.place) filter (where g.chosen),
    array_agg(g.stored_at order by g.place) filter (where g.chosen),
    array_agg(g.group_id order by g.place) filter (where g.chosen),
    array_agg(g.event_key order by g.place) filter (where g.chosen),
    coalesce(bool_or(g.nth = 100), false) or count(*) filter (where not g.chosen) > 0,
    (extract(epoch from clock_timestamp() - min(g.stored_at)) * 1000)::bigint
  into picked, stored, groups, keys, more, oldest_millis
  from (
    select f.*, row_number() over (order by w.turn, f.stored_at, f.group_id, f.event_key) as place,
      row_number() over queue as nth,
      sum(f.events) over queue - f.events < most_events
        and sum(f.events) over (order by w.turn, f.stored_at, f.group_id, f.event_key) - f.events
          < all_events as chosen
    from unnest(chosen, floors) with ordinality as w (workspace_id, since, turn)
    cross join lateral (
      select q.workspace_id, q.stored_at, q.group_id, q.event_key, q.events
      from webhook_fan_outs q
      where q.workspace_id = w.workspace_id and q.stored_at >= w.since and q.retry_at is null
      order by q.stored_at, q.group_id, q.event_key limit 100 for update
    ) f
    window queue as (partition by w.turn order by f.stored_at, f.group_id, f.event_key)
  ) g;
  if picked is null then
    more := false;
    return;
  end if;
  begin
    select * into part from webhook_expand(
      picked, stored, groups, keys, most_events, workspace_rows, all_rows);
    events := part.events;
    due := part.due;
    finished := part.done;
    last_workspace := part.last_workspace;
  exception when others then
    -- Not caused by an event: resources, locks, a shutdown.
    if left(sqlstate, 2) in ('25', '40', '53', '55', '57', '58') then
      raise;
    end if;
    events := 0;
    due := 0;
    for i in 1 .. cardinality(picked) loop
      continue when picked[i] = unfinished;
      begin
        select * into part from webhook_expand(picked[i:i], stored[i:i], groups[i:i], keys[i:i],
          most_events, workspace_rows, all_rows);
      exception when others then
        begin
          select * into part from webhook_expand(picked[i:i], stored[i:i], groups[i:i],
            keys[i:i], 1, workspace_rows, all_rows);
        exception when others then
          if left(sqlstate, 2) in ('25', '40', '53', '55', '57', '58') then
            raise;
          end if;
          fault := sqlerrm;
          quarantined := quarantined + 1;
          perform webhook_quarantine(picked[i], stored[i], groups[i], keys[i], sqlerrm);
          select 0 as events, 0 as due, 0 as done, picked[i] as last_workspace into part;
        end;
      end;
      events := events + part.events;
      due := due + part.due;
      finished := finished + part.done;
      last_workspace := coalesce(part.last_workspace, last_workspace);
      -- The workspace's later groups must wait for this one.
      unfinished := case when part.done = 0 then picked[i] else -1 end;
      exit when due >= all_rows;
    end loop;
  end;
  more := more or finished < cardinality(picked);
end $$;

-- Workspaces that have groups to expand, with the time of the oldest, after the workspace turn_after;
-- includes quarantined events that are due for a retry.
create function webhook_fan_out_backlog(turn_after bigint, most int)
returns table (workspace_id bigint, since timestamptz) language plpgsql volatile
set jit = off set enable_seqscan = off as $$
begin
  update webhook_fan_outs f set retry_at = null
  where f.ctid = any (array(
    select d.ctid from webhook_fan_outs d where d.retry_at <= now()
    order by d.retry_at limit 100 for update skip locked));
  return query
  with recursive oldest as (
    (select f.workspace_id, f.stored_at from webhook_fan_outs f
      where f.workspace_id > turn_after and f.retry_at is null
      order by f.workspace_id, f.stored_at limit 1)
    union all
    select n.workspace_id, n.stored_at
    from oldest o
    cross join lateral (
      select f.workspace_id, f.stored_at from webhook_fan_outs f
      where f.workspace_id > o.workspace_id and f.retry_at is null
      order by f.workspace_id, f.stored_at limit 1
    ) n
  )
  select o.workspace_id, o.stored_at from oldest o limit most;
end $$;

-- Published: a trigger on the table of usage events. Records which workspaces have a subscriber to the
-- stored events; a webhook worker expands them into messages later, in its own transactions.
create function record_usage_event_fan_outs() returns trigger language plpgsql
set jit = off set enable_seqscan = off as $$
begin
  insert into webhook_fan_outs as f
    (workspace_id, group_id, app_ids, events, received_from, received_to)
  select a.workspace_id, n.group_id, array_agg(distinct n.app_id), sum(n.events),
    min(n.received_from), max(n.received_to)
  from (
    select app_id, group_id, event_name, count(*) as events, min(received_at) as received_from,
      max(received_at) as received_to
    from stored group by app_id, group_id, event_name
  ) n
  cross join lateral (select workspace_id from tenancy_apps where id = n.app_id offset 0) a
  where exists (
    select from webhook_subscriptions
    where workspace_id = a.workspace_id and topic = 'customers/usage_event'
      and app_id in (0, n.app_id) and event_name in ('', n.event_name)
    offset 0)
  group by a.workspace_id, n.group_id
  on conflict (workspace_id, stored_at, group_id, event_key) do update
  set events = f.events + excluded.events, app_ids = f.app_ids || excluded.app_ids,
    received_from = least(f.received_from, excluded.received_from),
    received_to = greatest(f.received_to, excluded.received_to);
  return null;
end $$;

-- Creates the partitions of today and the following days. Each table has a default partition, so that a cause never fails for lack of one; its rows are moved
-- when their partition is created.
create function create_webhook_partitions(days_ahead int) returns void
language plpgsql as $$
declare
  parent text;
  id_column text;
  part text;
  day timestamptz;
begin
  perform set_config('lock_timeout', '2s', true);
  perform pg_advisory_xact_lock(hashtext('webhook_partitions'));
  foreach parent in array array['webhook_messages', 'webhook_deliveries', 'webhook_attempts'] loop
    id_column := case parent when 'webhook_messages' then 'id' else 'message_id' end;
    for ahead in 0..days_ahead loop
      day := date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
        + make_interval(hours => 24 * ahead);
      part := parent || '_' || to_char(day at time zone 'UTC', 'YYYY_MM_DD');
      if to_regclass(part) is null then
        execute format('create table %I (like %I including defaults including constraints)',
          part, parent);
        execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *)
            insert into %I select * from moved',
          parent || '_default', id_column, webhook_message_floor(day),
          id_column, webhook_message_floor(day + interval '24 hours'), part);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
          parent, part, webhook_message_floor(day),
          webhook_message_floor(day + interval '24 hours'));
      end if;
    end loop;
  end loop;
end $$;

create table webhook_messages_default partition of webhook_messages default;
create table webhook_deliveries_default partition of webhook_deliveries default;
create table webhook_attempts_default partition of webhook_attempts default;
select create_webhook_partitions(7);
