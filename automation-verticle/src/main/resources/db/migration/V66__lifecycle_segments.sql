-- Lets conditions of segments and flows test lifecycles.

-- Published: notes that lifecycles of customers with an app change, or that others are shown, for the segments and flows that read them, in the
-- transaction of the change. Nothing is written where none reads them.
create function record_lifecycle_changes(workspace bigint, app bigint, customers bigint[]) returns void language sql volatile as $$
  select segments_changed(array_agg(workspace), array_agg(n.customer_id), array_agg('lifecycles'::text), array_agg('partner'::text),
    array_agg(app))
  from unnest(customers) as n (customer_id)
  where exists (select from segment_reads r where r.workspace_id = workspace and r.read = 'lifecycles')
$$;
