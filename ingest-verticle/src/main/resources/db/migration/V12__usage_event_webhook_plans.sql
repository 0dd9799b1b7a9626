-- The same function with a plan that stays good as tables grow. PostgreSQL plans it once per
-- connection, often while tables are small, and would then read all shops of a workspace for each
-- event. A shop is looked up by its complete key: offset 0 keeps the lookup from becoming a join. A
-- plan made for one event would compare each of a thousand events with all others.
create or replace function emit_usage_event_webhooks() returns trigger language plpgsql
set enable_seqscan = off set enable_nestloop = off as $$
begin
  if not exists (
    select from webhook_subscriptions where topic = 'customers/usage_event'
  ) then
    return null;
  end if;
  with wanted as materialized (
    select a.workspace_id, e.app_id, e.event_key, e.occurred_at, e.customer_id, w.endpoint_id
    from stored e
    cross join lateral (select workspace_id from apps where id = e.app_id offset 0) a
    cross join lateral (
      select endpoint_id from webhook_subscriptions
      where workspace_id = a.workspace_id and topic = 'customers/usage_event'
        and app_id in (0, e.app_id) and event_name in ('', e.event_name)
      offset 0
    ) w
  ), message as materialized (
    select workspace_id, app_id, event_key, webhook_message_id() as id
    from (
      select distinct occurred_at, app_id, event_key, workspace_id from wanted
      order by occurred_at, app_id, event_key
    ) as told
  ), kept as (
    insert into webhook_messages (workspace_id, id, app_id, topic, customer_id, subject, payload)
    select m.workspace_id, m.id, e.app_id, 'customers/usage_event', e.customer_id,
      coalesce(e.event_id, e.event_key::text),
      jsonb_build_object(
        'eventId', coalesce(e.event_id, e.event_key::text),
        'eventName', e.event_name,
        'timestamp', regexp_replace(to_char(e.occurred_at at time zone 'UTC',
          'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '000Z$', 'Z'),
        'properties', coalesce(e.properties, '{}'),
        'path', e.path,
        'sessionKey', e.session_key,
        'customer', jsonb_build_object('id', e.customer_id::text, 'myplatformDomain', c.domain,
          'name', n.name, 'email', n.email))
    from message m
    join stored e on e.app_id = m.app_id and e.event_key = m.event_key
    cross join lateral (
      select domain from customers
      where workspace_id = m.workspace_id and id = e.customer_id
      offset 0
    ) c
    left join lateral (
      select name, email from customer_names
      where workspace_id = m.workspace_id and customer_id = e.customer_id
      offset 0
    ) n on true
  )
  insert into webhook_due (workspace_id, endpoint_id, message_id, lane, customer_id)
  select w.workspace_id, w.endpoint_id, m.id, w.endpoint_id % 64, w.customer_id
  from wanted w join message m on m.app_id = w.app_id and m.event_key = w.event_key;
  return null;
end $$;
