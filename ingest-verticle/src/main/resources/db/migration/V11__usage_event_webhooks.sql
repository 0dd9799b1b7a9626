-- Writes the webhooks for usage events in the transaction that stores the events. A trigger, so that no
-- writer can omit it. Without subscribers it costs two lookups per statement. The events of one
-- statement are ordered by the time at which they occurred.
create function emit_usage_event_webhooks() returns trigger language plpgsql as $$
begin
  if not exists (
    select from webhook_subscriptions where topic = 'customers/usage_event'
  ) then
    return null;
  end if;
  with wanted as materialized (
    select a.workspace_id, e.app_id, e.event_key, e.occurred_at, e.customer_id, w.endpoint_id
    from stored e
    join apps a on a.id = e.app_id
    join webhook_subscriptions w on w.workspace_id = a.workspace_id
      and w.topic = 'customers/usage_event' and w.app_id in (0, e.app_id)
      and w.event_name in ('', e.event_name)
  ), message as materialized (
    select app_id, event_key, webhook_message_id() as id
    from (
      select distinct occurred_at, app_id, event_key from wanted
      order by occurred_at, app_id, event_key
    ) as told
  ), kept as (
    insert into webhook_messages (workspace_id, id, app_id, topic, customer_id, subject, payload)
    select a.workspace_id, m.id, e.app_id, 'customers/usage_event', e.customer_id,
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
    join apps a on a.id = e.app_id
    join customers c on c.workspace_id = a.workspace_id and c.id = e.customer_id
    left join customer_names n on n.workspace_id = a.workspace_id and n.customer_id = e.customer_id
  )
  insert into webhook_due (workspace_id, endpoint_id, message_id, lane, customer_id)
  select w.workspace_id, w.endpoint_id, m.id, w.endpoint_id % 64, w.customer_id
  from wanted w join message m on m.app_id = w.app_id and m.event_key = w.event_key;
  return null;
end $$;

create trigger usage_event_webhooks after insert on usage_events
referencing new table as stored
for each statement execute function emit_usage_event_webhooks();
