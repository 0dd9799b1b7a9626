-- Endpoints may be limited to some segments. In webhook_subscriptions, whose column event_name is the key of what a subscription is
-- limited to, this is a segment's id for the topics of segments. '' still means all.

-- segment_ids: what it is limited to; null for all segments.
alter table webhook_endpoints add column segment_ids bigint[];

-- Published. As webhook_emit without subjects, for the endpoints that are not limited to other subjects: the id of the segment that
-- a cause is about.
create function webhook_emit(
  workspaces bigint[], apps bigint[], topics text[], customers bigint[], payloads text[], subjects text[]
) returns bigint language sql volatile as $$
  with wanted as materialized (
    select * from (
      select c.*, array(
        select s.endpoint_id from webhook_subscriptions s
        where s.workspace_id = c.workspace_id and s.topic = c.topic
          and (s.app_id = 0 or s.app_id = c.app_id) and s.event_name in ('', c.subject)
      ) as endpoints
      from unnest(workspaces, apps, topics, customers, payloads, subjects) with ordinality
        as c (workspace_id, app_id, topic, customer_id, payload, subject, number)
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
