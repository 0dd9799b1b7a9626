-- Lets transitions of lifecycles start flows.

-- Published: notes transitions of an app in shops for the flows that start from their topics, in the transaction that stores them. The arrays
-- are parallel.
create function record_lifecycle_causes(workspace bigint, app bigint, customers bigint[], topics text[])
returns void language sql volatile as $$
  select record_flow_causes(array_agg(workspace), array_agg(n.customer_id), array_agg('lifecycle'::text),
    array_agg('lifecycle:' || n.topic), array_agg(app), array_agg(app), array_agg(jsonb_build_object('topic', n.topic)))
  from unnest(customers, topics) as n (customer_id, topic)
  where exists (
    select from flow_triggers t where t.workspace_id = workspace and t.source = 'lifecycle:' || n.topic and t.starts)
$$;
