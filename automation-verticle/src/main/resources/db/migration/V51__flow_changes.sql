-- Changes of customers that conditions of flows follow. See docs/decisions/0017-flows.md.

-- Customers with a change of what conditions of published flows read, written in the transaction of the change. A worker passes them on to
-- the queues of those who have an open run. reads: what has changed (the class Read).
create table flow_changes (
  workspace_id bigint      not null,
  id           bigint      generated always as identity,
  customer_id  bigint      not null,
  reads        text[]      not null,
  at           timestamptz not null,
  primary key (workspace_id, id)
) with (autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000, autovacuum_vacuum_cost_delay = 0);

-- As before; and notes changes for flows. In segment_reads, 0 stands for the flows of a workspace, of which flow_triggers has what each reads.
-- Usage events are none of this: their groups are noted.
create or replace function segments_changed(
  workspaces bigint[], customers bigint[], kinds text[], causes text[], apps bigint[]
) returns void language plpgsql volatile strict
set jit = off set enable_seqscan = off as $$
declare
  lane int := segment_lane();
  depth int := coalesce(nullif(current_setting('shopwire.flow_chain', true), ''), '0')::int;
  at timestamptz := clock_timestamp();
begin
  with change as materialized (
    select c.workspace_id, c.customer_id, c.cause, c.read, max(c.app_id) as app_id
    from unnest(workspaces, customers, kinds, causes, apps) as c (workspace_id, customer_id, read, cause, app_id)
    group by c.workspace_id, c.customer_id, c.cause, c.read
  ), read as materialized (
    select d.workspace_id, d.read, r.segments, r.has_flows
    from (select distinct workspace_id, read from change) d
    cross join lateral (
      select array_agg(s.segment_id) filter (where s.segment_id <> 0) as segments, bool_or(s.segment_id = 0) as has_flows
      from segment_reads s
      where s.workspace_id = d.workspace_id and s.read = d.read
    ) r
    where r.has_flows is not null
  ), customer as materialized (
    select c.workspace_id, c.customer_id, c.cause, max(c.app_id) as app_id, array_agg(c.read order by c.read) as reads
    from change c join read r on r.workspace_id = c.workspace_id and r.read = c.read
    where r.segments is not null
    group by c.workspace_id, c.customer_id, c.cause
  ), combination as materialized (
    select d.workspace_id, d.reads, s.segments
    from (select distinct workspace_id, reads from customer) d
    cross join lateral (
      select array_agg(distinct u.segment) as segments
      from read r cross join lateral unnest(r.segments) as u (segment)
      where r.workspace_id = d.workspace_id and r.read = any(d.reads)
    ) s
  ), noted as (
    insert into flow_changes (workspace_id, customer_id, reads, at)
    select c.workspace_id, c.customer_id, array_agg(distinct c.read), at
    from change c join read r on r.workspace_id = c.workspace_id and r.read = c.read
    where r.has_flows
    group by c.workspace_id, c.customer_id
  )
  insert into segment_pending as p
    (workspace_id, customer_id, cause, lane, segments, cause_at, app_id, chain, queued_at)
  select c.workspace_id, c.customer_id, c.cause, lane, b.segments, at, c.app_id, depth, at
  from customer c join combination b on b.workspace_id = c.workspace_id and b.reads = c.reads
  on conflict on constraint segment_pending_pkey do update
  set segments = case when p.segments @> excluded.segments then p.segments else array(
      select distinct s from unnest(p.segments || excluded.segments) as s) end,
    cause_at = greatest(p.cause_at, excluded.cause_at), app_id = excluded.app_id, chain = greatest(p.chain, excluded.chain),
    number = excluded.number;
end $$;
