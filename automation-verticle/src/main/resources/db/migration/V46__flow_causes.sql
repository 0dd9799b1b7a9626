-- Causes of runs other than usage events. See docs/decisions/0017-flows.md.

-- type: of the trigger that it is for. detail: what the filters of triggers ask, null for usage events. chain: how many runs led to the
-- change, one by the effect of another.
alter table flow_causes
  add column type   text not null default 'usage_event',
  add column detail jsonb,
  add column chain  int  not null default 0;
alter table flow_runs add column chain int not null default 0;

-- Notes causes of customers for the flows that start from their sources (the class FlowTriggers.Source). The arrays are parallel.
-- filters: the apps that flows may be limited to. apps: those that made the changes, 0 for none. Nothing is written for what no flow
-- starts from. The lock shows flow_horizon() that the transaction has causes; an older time than what the horizon allows for would put
-- them before events that runs were given already. Volatile, so that it sees the flows that were published before it is called.
create function record_flow_causes(
  workspaces bigint[], customers bigint[], types text[], sources text[], filters bigint[], apps bigint[], details jsonb[]
) returns void language plpgsql volatile strict
set jit = off set enable_seqscan = off as $$
declare
  depth    int := coalesce(nullif(current_setting('shopwire.flow_chain', true), ''), '0')::int;
  noted_at timestamptz;
begin
  perform pg_advisory_xact_lock_shared(hashtext('flow_causes'), 0);
  noted_at := greatest(now(), clock_timestamp() - interval '100 milliseconds');
  with change as materialized (
    select * from unnest(workspaces, customers, types, sources, filters, apps, details)
      as c (workspace_id, customer_id, type, source, for_app, app_id, detail)
  ), wanted as materialized (
    select d.workspace_id, d.source, d.for_app, w.flows, w.versions
    from (select distinct workspace_id, source, for_app from change) d
    cross join lateral (
      select array_agg(t.flow_id order by t.flow_id) as flows, array_agg(t.version order by t.flow_id) as versions
      from flow_triggers t
      where t.workspace_id = d.workspace_id and t.source = d.source and t.app_id in (0, d.for_app) and t.starts
    ) w
    where w.flows is not null
  )
  insert into flow_causes (workspace_id, customer_id, at, occurred_at, event_key, app_id, type, detail, chain, flows, versions,
    listeners)
  select c.workspace_id, c.customer_id, noted_at, noted_at, gen_random_uuid(), c.app_id, c.type, c.detail, depth, w.flows,
    w.versions, '{}'
  from change c
  join wanted w on w.workspace_id = c.workspace_id and w.source = c.source and w.for_app = c.for_app;
end $$;

-- As usage_event_horizon(), for other causes, too.
create function flow_horizon() returns timestamptz language plpgsql volatile as $$
declare
  called_at timestamptz := clock_timestamp();
begin
  return least(
    usage_event_horizon(),
    (select min(a.xact_start)
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'advisory' and l.classid = hashtext('flow_causes')::oid and l.objid = 0 and l.mode = 'ShareLock'
      and l.database = (select oid from pg_database where datname = current_database())
      and a.xact_start > called_at - interval '15 seconds'));
end $$;

-- Published: a trigger on the table of contacts. The role is that of the class ContactSql.
create function record_contact_causes() returns trigger language plpgsql as $$
begin
  if not exists (select from flow_triggers) then
    return null;
  end if;
  perform record_flow_causes(array_agg(c.workspace_id), array_agg(c.customer_id), array_agg('contact_created'::text),
    array_agg('contact'::text), array_agg(0::bigint), array_agg(coalesce(c.source_app, 0)),
    array_agg(jsonb_build_object('role', case when c.account_owner then 'owner' when c.installer then 'installer'
      else coalesce(c.tags[1], 'staff') end)))
  from changed c
  where exists (select from flow_triggers t where t.workspace_id = c.workspace_id and t.source = 'contact');
  return null;
end $$;

-- Published: a trigger on the table of credits: of a first touch, or of one that a correction gives to another affiliate.
create function record_credit_causes() returns trigger language plpgsql as $$
begin
  if not exists (select from flow_triggers) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform note_credit_causes(array_agg(workspace_id), array_agg(customer_id), array_agg(app_id), array_agg(affiliate_id))
    from changed where affiliate_id is not null;
  else
    perform note_credit_causes(array_agg(c.workspace_id), array_agg(c.customer_id), array_agg(c.app_id), array_agg(c.affiliate))
    from (
      select workspace_id, customer_id, app_id, max(affiliate_id) filter (where is_new) as affiliate
      from (select true as is_new, n.* from changed n union all select false, o.* from was o) v
      group by workspace_id, customer_id, app_id
      having max(affiliate_id) filter (where is_new) is distinct from max(affiliate_id) filter (where not is_new)
    ) c
    where c.affiliate is not null;
  end if;
  return null;
end $$;

create function note_credit_causes(workspaces bigint[], customers bigint[], apps bigint[], affiliates bigint[])
returns void language sql volatile as $$
  select record_flow_causes(array_agg(n.workspace_id), array_agg(n.customer_id), array_agg('credited'::text),
    array_agg('credit'::text), array_agg(n.app_id), array_agg(n.app_id),
    array_agg(jsonb_build_object('affiliate', n.affiliate_id)))
  from unnest(workspaces, customers, apps, affiliates) as n (workspace_id, customer_id, app_id, affiliate_id)
  where exists (select from flow_triggers t where t.workspace_id = n.workspace_id and t.source = 'credit')
$$;

-- A value as JSON; of a field of type json, the text of it.
create function flow_field_value(boolean_value boolean, number_value numeric, text_value text, long_value text) returns jsonb
language sql immutable as $$
  select coalesce(to_jsonb(boolean_value), to_jsonb(number_value), to_jsonb(text_value), to_jsonb(long_value))
$$;

-- Published: a trigger on the table of custom field values. As record_value_changes(), it groups old and new rows.
create function record_value_causes() returns trigger language plpgsql as $$
declare
  fields bigint[];
begin
  if not exists (select from flow_triggers) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    fields := array(
      select d.field_id from (select distinct workspace_id, field_id from was) d
      where exists (select from flow_triggers t where t.workspace_id = d.workspace_id and t.source = 'field:' || d.field_id));
  else
    fields := array(
      select d.field_id from (select distinct workspace_id, field_id from changed) d
      where exists (select from flow_triggers t where t.workspace_id = d.workspace_id and t.source = 'field:' || d.field_id));
  end if;
  if fields = '{}' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform note_value_causes(array_agg(c.workspace_id), array_agg(c.customer_id), array_agg(c.field_id), array_agg(c.app_id),
      array_agg(c.changed_app), array_agg(null::jsonb),
      array_agg(flow_field_value(c.boolean_value, c.number_value, c.text_value, c.long_value)))
    from changed c where c.field_id = any(fields);
  elsif tg_op = 'UPDATE' then
    perform note_value_causes(array_agg(c.workspace_id), array_agg(c.customer_id), array_agg(c.field_id), array_agg(c.app_id),
      array_agg(c.by_app), array_agg(c.pair[1]), array_agg(c.pair[2]))
    from (
      select workspace_id, customer_id, field_id, app_id, max(changed_app) filter (where is_new) as by_app,
        array_agg(flow_field_value(boolean_value, number_value, text_value, long_value) order by is_new) as pair
      from (
        select true as is_new, n.* from changed n where n.field_id = any(fields)
        union all
        select false, o.* from was o where o.field_id = any(fields)
      ) v
      group by workspace_id, customer_id, field_id, app_id
      having count(distinct (boolean_value, number_value, text_value, long_value)) > 1
    ) c;
  else
    perform note_value_causes(array_agg(c.workspace_id), array_agg(c.customer_id), array_agg(c.field_id), array_agg(c.app_id),
      array_agg(u.unset_app),
      array_agg(flow_field_value(c.boolean_value, c.number_value, c.text_value, c.long_value)), array_agg(null::jsonb))
    from was c
    left join lateral (
      select unset_app from unset_field_values
      where workspace_id = c.workspace_id and customer_id = c.customer_id and field_id = c.field_id
        and app_id = c.app_id
      offset 0
    ) u on true
    where c.field_id = any(fields);
  end if;
  return null;
end $$;

-- value_apps: 0 for a value that is the same for all apps. apps: those that made the changes; null for none.
create function note_value_causes(
  workspaces bigint[], customers bigint[], fields bigint[], value_apps bigint[], apps bigint[], olds jsonb[], news jsonb[]
) returns void language sql volatile as $$
  select record_flow_causes(array_agg(n.workspace_id), array_agg(n.customer_id), array_agg('field_changed'::text),
    array_agg('field:' || n.field_id), array_agg(n.value_app), array_agg(coalesce(n.app_id, 0)),
    array_agg(jsonb_build_object('type', d.type, 'old', n.old, 'new', n.new)))
  from unnest(workspaces, customers, fields, value_apps, apps, olds, news)
    as n (workspace_id, customer_id, field_id, value_app, app_id, old, new)
  left join lateral (
    select type from custom_field_definitions where workspace_id = n.workspace_id and id = n.field_id offset 0
  ) d on true
$$;

-- A change by a flow may move its customer into a segment or out of it, and so start other flows. chain: as in flow_causes.
alter table segment_pending add column chain int not null default 0;
alter table segment_queue add column chain int not null default 0;

-- As before, with the chain: of several changes the longest.
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
    select d.workspace_id, d.read, r.segments
    from (select distinct workspace_id, read from change) d
    cross join lateral (
      select array_agg(s.segment_id) as segments from segment_reads s
      where s.workspace_id = d.workspace_id and s.read = d.read
    ) r
    where r.segments is not null
  ), customer as materialized (
    select c.workspace_id, c.customer_id, c.cause, max(c.app_id) as app_id, array_agg(c.read order by c.read) as reads
    from change c join read r on r.workspace_id = c.workspace_id and r.read = c.read
    group by c.workspace_id, c.customer_id, c.cause
  ), combination as materialized (
    select d.workspace_id, d.reads, s.segments
    from (select distinct workspace_id, reads from customer) d
    cross join lateral (
      select array_agg(distinct u.segment) as segments
      from read r cross join lateral unnest(r.segments) as u (segment)
      where r.workspace_id = d.workspace_id and r.read = any(d.reads)
    ) s
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

-- Notes transitions of a segment that are announced in this transaction; returns how many. The arrays are parallel.
create function record_segment_causes(workspace bigint, segment bigint, customers bigint[], entered boolean[], chains int[])
returns int language plpgsql volatile strict as $$
declare
  depth int;
begin
  if not exists (
    select from flow_triggers t where t.workspace_id = workspace and t.source = 'segment:' || segment and t.starts
  ) then
    return 0;
  end if;
  for depth in select distinct chain from unnest(chains) as c (chain) order by chain loop
    perform set_config('shopwire.flow_chain', depth::text, true);
    perform record_flow_causes(array_agg(workspace), array_agg(c.customer_id),
      array_agg(case when c.entered then 'segment_entered' else 'segment_exited' end), array_agg('segment:' || segment),
      array_agg(0::bigint), array_agg(0::bigint), array_agg(null::jsonb))
    from unnest(customers, entered, chains) as c (customer_id, entered, chain)
    where c.chain = depth;
  end loop;
  perform set_config('shopwire.flow_chain', '', true);
  return cardinality(customers);
end $$;

-- Flows that the members of a segment enter, too. kind: the type of their causes. entered_until: of the members meant; null for those that
-- the build finds that was asked for by the publish. after: the last customer that has a cause.
create table flow_member_entries (
  workspace_id  bigint      not null,
  flow_id       bigint      not null,
  segment_id    bigint      not null,
  kind          text        not null check (kind in ('segment_entered', 'segment_exited')),
  entered_until timestamptz,
  after         bigint      not null default 0,
  primary key (workspace_id, flow_id),
  foreign key (workspace_id, flow_id) references flows on delete cascade
);

-- Lets all transitions of a segment that are committed from now on see the flows that this transaction publishes: an evaluation in
-- progress, which does not, fails by the update and is repeated. Members that entered until the returned time do not start these flows;
-- null if all are that a build in progress finds.
create function begin_segment_causes(workspace bigint, segment bigint) returns timestamptz language plpgsql volatile as $$
declare
  is_built boolean;
begin
  update segment_tracking set announce = announce
  where workspace_id = workspace and segment_id = segment
  returning status <> 'building' or announce into is_built;
  return case when is_built then clock_timestamp() end;
end $$;

-- Adds causes of the next members of a segment that enter a flow, unless many causes wait already: those of other flows of the workspace
-- come in between. A flow that no longer starts from the segment is left out. Returns whether it has done something.
create function record_member_causes(workspace bigint, most int) returns boolean language plpgsql volatile
set jit = off set enable_seqscan = off as $$
declare
  entry     record;
  noted_at  timestamptz;
  is_last   boolean;
  last_id   bigint;
begin
  if not exists (select from flow_member_entries m where m.workspace_id = workspace)
    or (select count(*) from (select from flow_causes c where c.workspace_id = workspace limit most) w) = most then
    return false;
  end if;
  select m.flow_id, m.segment_id, m.kind, m.after, coalesce(m.entered_until, t.since) as entered_until, v.version
  into entry
  from flow_member_entries m
  left join segment_tracking t on t.workspace_id = workspace and t.segment_id = m.segment_id
  left join flow_triggers v on v.workspace_id = workspace and v.flow_id = m.flow_id and v.source = 'segment:' || m.segment_id
    and v.starts
  where m.workspace_id = workspace and (m.entered_until is not null or t.status = 'current' or v.version is null)
  order by m.flow_id limit 1 for update of m skip locked;
  if not found then
    return false;
  end if;
  perform pg_advisory_xact_lock_shared(hashtext('flow_causes'), 0);
  noted_at := greatest(now(), clock_timestamp() - interval '100 milliseconds');
  with member as materialized (
    select m.customer_id, m.entered_at from segment_members m
    where m.workspace_id = workspace and m.segment_id = entry.segment_id and m.member and m.customer_id > entry.after
      and entry.version is not null
    order by m.customer_id limit most
  ), noted as (
    insert into flow_causes (workspace_id, customer_id, at, occurred_at, event_key, app_id, type, flows, versions, listeners)
    select workspace, m.customer_id, noted_at, noted_at, gen_random_uuid(), 0, entry.kind, array[entry.flow_id],
      array[entry.version], '{}'
    from member m where m.entered_at <= entry.entered_until
  )
  select count(*) < most, max(customer_id) into is_last, last_id from member;
  if is_last then
    delete from flow_member_entries m where m.workspace_id = workspace and m.flow_id = entry.flow_id;
  else
    update flow_member_entries m set after = last_id, entered_until = entry.entered_until
    where m.workspace_id = workspace and m.flow_id = entry.flow_id;
  end if;
  return true;
end $$;

-- Flows with a schedule. next_at: of the occurrence that is next, or has begun. last_at: of the one before. after: the last customer that was
-- looked at; null if it has not begun. failures, retry_at, error: attempts that failed in a row.
create table flow_schedules (
  workspace_id bigint      not null,
  flow_id      bigint      not null,
  version      int         not null,
  next_at      timestamptz not null,
  last_at      timestamptz,
  after        bigint,
  failures     int         not null default 0,
  retry_at     timestamptz,
  error        text,
  primary key (workspace_id, flow_id),
  foreign key (workspace_id, flow_id) references flows on delete cascade
);

-- Occurrences that did not begin in time.
create table flow_missed_schedules (
  workspace_id bigint      not null,
  flow_id      bigint      not null,
  at           timestamptz not null,
  version      int         not null,
  noticed_at   timestamptz not null default clock_timestamp(),
  primary key (workspace_id, flow_id, at),
  foreign key (workspace_id, flow_id) references flows on delete cascade
);
