-- Causes of flows by runs of linked queries. One run may change millions of values in a transaction of minutes, in which all flows would have to
-- wait for causes (flow_horizon). So that transaction only notes the run, and its causes are written in portions after the commit.

-- Runs whose changes start flows, until their causes are written. fields: those whose values the run has written. flows: those that started from
-- one of them when the run was applied; later ones don't start by it. after: the last customer that has its causes.
create table flow_linked_runs (
  workspace_id bigint      not null,
  run_id       bigint      not null,
  fields       bigint[]    not null,
  flows        bigint[]    not null,
  after        bigint      not null default 0,
  applied_at   timestamptz not null default clock_timestamp(),
  primary key (workspace_id, run_id)
);

-- Published: runs whose differences must be kept until their causes are written.
create view linked_runs_for_flows as select workspace_id, run_id from flow_linked_runs;

-- Published: notes a run that has written values of these fields, at the end of its transaction. Does nothing unless a flow starts from them.
create function record_linked_run(workspace bigint, run bigint, written_fields bigint[]) returns void language sql volatile as $$
  insert into flow_linked_runs (workspace_id, run_id, fields, flows)
  select workspace, run, array_agg(distinct s.field_id), array_agg(distinct s.flow_id)
  from (
    select f.field_id, t.flow_id from unnest(written_fields) as f (field_id)
    join flow_triggers t on t.workspace_id = workspace and t.source = 'field:' || f.field_id and t.starts
  ) s
  having count(*) > 0
$$;

-- A value of a linked run as the details of causes have it (flow_field_value): objects as their text.
create function flow_linked_value(type text, value text) returns jsonb language sql immutable as $$
  select case type when 'number' then to_jsonb(value::numeric) when 'boolean' then to_jsonb(value::boolean) else to_jsonb(value) end
$$;

-- Adds causes of the next customers of the first run that is noted, unless many causes wait already: at most so many customers, fewer if their
-- values are long. Runs follow one another, so that causes of a customer are in their order. A flow that no longer starts from a field is left
-- out, as are customers that are gone. Returns whether it has done something.
create function record_linked_run_causes(workspace bigint, most int, most_bytes bigint) returns boolean language plpgsql volatile
set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_custom_plan as $$
declare
  entry    record;
  noted_at timestamptz;
  last_id  bigint;
begin
  if not exists (select from flow_linked_runs r where r.workspace_id = workspace)
    or (select count(*) from (select from flow_causes c where c.workspace_id = workspace limit most) w) = most then
    return false;
  end if;
  select r.run_id, r.fields, r.flows, r.after into entry
  from flow_linked_runs r
  where r.workspace_id = workspace and r.run_id = (select min(m.run_id) from flow_linked_runs m where m.workspace_id = workspace)
  for update of r skip locked;
  if not found then
    return false;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('flow_causes'), 0);
  noted_at := greatest(now(), clock_timestamp() - interval '100 milliseconds');
  select max(s.customer_id) into last_id
  from (
    select p.customer_id, row_number() over in_order as place, sum(p.bytes) over in_order as bytes
    from (
      select d.customer_id, d.bytes from linked_run_differences d
      where d.workspace_id = workspace and d.run_id = entry.run_id and d.customer_id > entry.after
      order by d.customer_id limit most
    ) p
    window in_order as (order by p.customer_id rows unbounded preceding)
  ) s
  where s.place = 1 or s.bytes <= most_bytes;
  if last_id is null then
    delete from flow_linked_runs r where r.workspace_id = workspace and r.run_id = entry.run_id;
    return true;
  end if;
  with wanted as materialized (
    select f.position, f.type, array_agg(t.flow_id order by t.flow_id) as flows, array_agg(t.version order by t.flow_id) as versions
    from linked_run_columns f
    join flow_triggers t on t.workspace_id = workspace and t.source = 'field:' || f.field_id and t.app_id in (0, f.app_id)
      and t.starts and t.flow_id = any(entry.flows)
    where f.workspace_id = workspace and f.run_id = entry.run_id and f.field_id = any(entry.fields)
    group by f.position, f.type
  )
  insert into flow_causes (workspace_id, customer_id, at, occurred_at, event_key, app_id, type, detail, flows, versions, listeners)
  select workspace, d.customer_id, noted_at, noted_at, gen_random_uuid(), 0, 'field_changed',
    jsonb_build_object('type', w.type, 'old', flow_linked_value(w.type, v.was), 'new', flow_linked_value(w.type, v.after)),
    w.flows, w.versions, '{}'
  from linked_run_differences d
  cross join lateral unnest(d.positions, d.was, d.after) as v (position, was, after)
  join wanted w on w.position = v.position
  where d.workspace_id = workspace and d.run_id = entry.run_id and d.customer_id > entry.after and d.customer_id <= last_id
    and exists (select from tenancy_customers c where c.workspace_id = workspace and c.id = d.customer_id offset 0);
  update flow_linked_runs r set after = last_id where r.workspace_id = workspace and r.run_id = entry.run_id;
  return true;
end $$;
