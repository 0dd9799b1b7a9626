-- Tracked membership of segments: what changes make customers be looked at, who is a member, and what was announced. See
-- docs/decisions/0013-tracking.md.

-- What the condition of each tracked segment reads, with those that it nests (the class Read). All have the row 'customer'.
create table segment_reads (
  workspace_id bigint not null,
  read         text   not null,
  segment_id   bigint not null,
  primary key (workspace_id, read, segment_id)
);
create index segment_reads_by_segment on segment_reads (workspace_id, segment_id);

-- Customers to look at, written in the transaction of the change: one row per customer and kind of change, however many
-- changes. lane: see segment_lane(). segments: to look at for it. cause_at, app_id: of the last change. number: changes with
-- every change, so that a row is deleted only if nothing happened since it was read. queued_at: of the first change.
create sequence segment_pending_numbers cache 20;
create table segment_pending (
  workspace_id bigint      not null,
  customer_id  bigint      not null,
  cause        text        not null,
  lane         int         not null,
  segments     bigint[]    not null,
  cause_at     timestamptz not null,
  app_id       bigint,
  number       bigint      not null default nextval('segment_pending_numbers'),
  queued_at    timestamptz not null,
  primary key (workspace_id, customer_id, cause, lane)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
create index segment_pending_by_time on segment_pending (workspace_id, queued_at);

-- Customers to look at for one segment: while it is built, after it failed or was slow, and if they are very many.
create table segment_queue (
  workspace_id bigint      not null,
  segment_id   bigint      not null,
  customer_id  bigint      not null,
  cause        text        not null,
  cause_at     timestamptz not null,
  app_id       bigint,
  number       bigint      not null default nextval('segment_pending_numbers'),
  queued_at    timestamptz not null,
  primary key (workspace_id, segment_id, customer_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
create index segment_queue_by_time on segment_queue (workspace_id, segment_id, queued_at);

-- The tracked segments. A transaction that writes members of a segment also updates its row, and is REPEATABLE READ:
-- so of two at once one fails. status: building (its members are not those of its definition yet), current, or removing (no
-- longer tracked; its rows are being deleted). requested_at: of the last save that changes its members; announce: whether
-- members that the build adds or removes are announced. time_checked_at: members are those of this moment, but for who is pending
-- or queued. time_due_at: when time must be looked at again; null if nothing moves. behind: its customers are looked at from
-- segment_queue, apart from other segments. failures, retry_at, last_error: attempts that failed in a row. batch: how many
-- customers are looked at at once while it is behind.
create table segment_tracking (
  workspace_id       bigint      not null,
  segment_id         bigint      not null,
  definition_version bigint      not null,
  status             text        not null check (status in ('building', 'current', 'removing')),
  since              timestamptz not null,
  requested_at       timestamptz not null,
  announce           boolean     not null,
  members            bigint      not null default 0,
  time_checked_at    timestamptz not null,
  time_due_at        timestamptz,
  behind             boolean     not null default false,
  failures           int         not null default 0,
  retry_at           timestamptz,
  last_error         text,
  batch              int         not null default 200,
  primary key (workspace_id, segment_id)
) with (fillfactor = 50);

-- The workspaces that have tracked segments. Locked by who evaluates their pending customers. round: counts that.
create table segment_rounds (
  workspace_id bigint primary key,
  round        bigint not null default 0
) with (fillfactor = 50);

-- Who is a member of a tracked segment. version: the number of the last transition that was announced; rows of customers that are
-- no members keep it. entered_at: of members.
create table segment_members (
  workspace_id bigint  not null,
  segment_id   bigint  not null,
  customer_id  bigint  not null,
  member       boolean not null,
  entered_at   timestamptz,
  version      bigint  not null default 0,
  primary key (workspace_id, customer_id, segment_id),
  check (member or version > 0)
) with (fillfactor = 90);
create index segment_members_by_segment
  on segment_members (workspace_id, segment_id, member, customer_id) include (entered_at);

-- The changes of membership that were announced.
create table segment_transitions (
  workspace_id       bigint      not null,
  segment_id         bigint      not null,
  customer_id        bigint      not null,
  version            bigint      not null,
  at                 timestamptz not null,
  entered            boolean     not null,
  definition_version bigint      not null,
  cause              text        not null,
  cause_at           timestamptz not null,
  app_id             bigint,
  primary key (workspace_id, segment_id, customer_id, version, at)
) partition by range (at);
create index segment_transitions_by_time on segment_transitions (workspace_id, segment_id, at, customer_id, version);

-- Drift checks, the last of each segment. started_at is null until it starts. by: what asked for it (call, schedule, retention).
-- missing, extra: how many customers were not members but should be, and the reverse.
create table segment_checks (
  workspace_id bigint      not null,
  segment_id   bigint      not null,
  requested_at timestamptz not null,
  requested_by text        not null,
  attempts     int         not null default 0,
  started_at   timestamptz,
  finished_at  timestamptz,
  members      bigint,
  missing      bigint,
  extra        bigint,
  error        text,
  primary key (workspace_id, segment_id)
) with (fillfactor = 50);

-- When the drift checks of all segments were last asked for, and the partitions of usage events when that was last looked at.
create table segment_schedule (
  singleton        boolean primary key default true check (singleton),
  checked_on       date,
  partitions       text[]
);
insert into segment_schedule default values;

-- Creates the partitions of transitions from this month to months_ahead later. The first one has no lower bound, so that rows
-- still fit if the clock steps back. They are attached, which does not block writers.
create function create_segment_partitions(months_ahead int) returns void
language plpgsql as $$
declare
  month timestamptz;
  name text;
  first boolean;
begin
  for ahead in 0..months_ahead loop
    month := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
      + make_interval(months => ahead);
    name := 'segment_transitions_' || to_char(month at time zone 'UTC', 'YYYY_MM');
    continue when to_regclass(name) is not null;
    perform set_config('lock_timeout', '2s', true);
    perform pg_advisory_xact_lock(hashtext('segment_partitions'));
    if to_regclass(name) is null then
      first := not exists (select from pg_inherits where inhparent = 'segment_transitions'::regclass);
      execute format('create table %I (like segment_transitions including defaults including constraints)',
        name);
      execute format('alter table segment_transitions attach partition %I for values from (%s) to (%L)',
        name,
        case when first then 'minvalue' else quote_literal(month) end,
        (month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
    end if;
  end loop;
end $$;
select create_segment_partitions(3);

-- A number that no other open transaction has. Rows of different lanes are different, so that no transaction waits for the end
-- of another one that changes the same customer, and none deadlocks, in whatever order it writes. While one transaction at a
-- time changes a customer, it is 0.
create function segment_lane() returns int language plpgsql volatile as $$
begin
  for lane in 0..63 loop
    if pg_try_advisory_xact_lock(hashtext('segment_pending'), lane) then
      return lane;
    end if;
  end loop;
  return 64 + pg_backend_pid();
end $$;

-- Notes changes of customers for the segments that read them. The arrays are parallel; apps may be null. Nothing is written
-- for what no segment reads. Volatile, so that it sees the segments that were saved before it is called.
create function segments_changed(
  workspaces bigint[], customers bigint[], kinds text[], causes text[], apps bigint[]
) returns void language plpgsql volatile strict
set jit = off set enable_seqscan = off as $$
declare
  lane int := segment_lane();
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
    (workspace_id, customer_id, cause, lane, segments, cause_at, app_id, queued_at)
  select c.workspace_id, c.customer_id, c.cause, lane, b.segments, at, c.app_id, at
  from customer c join combination b on b.workspace_id = c.workspace_id and b.reads = c.reads
  on conflict on constraint segment_pending_pkey do update
  set segments = case when p.segments @> excluded.segments then p.segments else array(
      select distinct s from unnest(p.segments || excluded.segments) as s) end,
    cause_at = greatest(p.cause_at, excluded.cause_at), app_id = excluded.app_id, number = excluded.number;
end $$;

-- The triggers below compare old and new rows by grouping them, never by a join: a session keeps the plan of a join that was made
-- for a change of one row, a nested loop, which takes seconds for a change of ten thousand.

-- Published: a trigger on the table of custom field values. A conversion to another type, which leaves changed_at as it is, is a
-- change by the console; so is one without an app.
create function record_value_changes() returns trigger language plpgsql as $$
declare
  fields bigint[];
begin
  if not exists (select from segment_reads) then
    return null;
  end if;
  if tg_op = 'DELETE' then
    fields := array(
      select d.field_id from (select distinct workspace_id, field_id from was) d
      where exists (select from segment_reads r where r.workspace_id = d.workspace_id and r.read = 'field:' || d.field_id));
  else
    fields := array(
      select d.field_id from (select distinct workspace_id, field_id from changed) d
      where exists (select from segment_reads r where r.workspace_id = d.workspace_id and r.read = 'field:' || d.field_id));
  end if;
  if fields = '{}' then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform segments_changed(array_agg(c.workspace_id), array_agg(c.customer_id), array_agg('field:' || c.field_id),
      array_agg(case when c.changed_at is not null and c.changed_app is null then 'console' else 'identify' end),
      array_agg(c.changed_app))
    from changed c where c.field_id = any(fields);
  elsif tg_op = 'UPDATE' then
    perform segments_changed(array_agg(c.workspace_id), array_agg(c.customer_id), array_agg('field:' || c.field_id),
      array_agg(case when c.by_console then 'console' else 'identify' end),
      array_agg(case when not c.by_console then c.app end))
    from (
      select workspace_id, customer_id, field_id, max(changed_app) filter (where is_new) as app,
        max(changed_at) filter (where is_new) is not null and (max(changed_app) filter (where is_new) is null
          or max(changed_at) filter (where is_new) = max(changed_at) filter (where not is_new)) as by_console
      from (
        select true as is_new, n.* from changed n where n.field_id = any(fields)
        union all
        select false, o.* from was o where o.field_id = any(fields)
      ) v
      group by workspace_id, customer_id, field_id, app_id
      having count(distinct (boolean_value, number_value, text_value, long_value, instant_value)) > 1
    ) c;
  else
    perform segments_changed(array_agg(c.workspace_id), array_agg(c.customer_id), array_agg('field:' || c.field_id),
      array_agg(case when u.unset_at is not null and u.unset_app is null then 'console' else 'identify' end),
      array_agg(u.unset_app))
    from was c
    left join lateral (
      select unset_at, unset_app from unset_field_values
      where workspace_id = c.workspace_id and customer_id = c.customer_id and field_id = c.field_id
        and app_id = c.app_id
      offset 0
    ) u on true
    where c.field_id = any(fields);
  end if;
  return null;
end $$;

-- Published: a trigger on the table of names and e-mail addresses.
create function record_profile_changes() returns trigger language plpgsql as $$
begin
  if not exists (select from segment_reads) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform segments_changed(array_agg(c.workspace_id), array_agg(c.customer_id), array_agg(k.read),
      array_agg(case when k.at is not null and k.app is null then 'console' else 'identify' end), array_agg(k.app))
    from changed c
    cross join lateral (
      select 'name' as read, c.name_changed_at as at, c.name_changed_app as app where c.name is not null
      union all
      select 'email', c.email_changed_at, c.email_changed_app where c.email is not null
    ) k
    where exists (select from segment_reads r where r.workspace_id = c.workspace_id and r.read = k.read);
  else
    perform segments_changed(array_agg(c.workspace_id), array_agg(c.customer_id), array_agg(k.read),
      array_agg(case when k.at is not null and k.app is null then 'console' else 'identify' end), array_agg(k.app))
    from (
      select workspace_id, customer_id,
        count(distinct row(name)) > 1 as has_name, max(name_changed_at) filter (where is_new) as name_at,
        max(name_changed_app) filter (where is_new) as name_app,
        count(distinct row(email)) > 1 as has_email, max(email_changed_at) filter (where is_new) as email_at,
        max(email_changed_app) filter (where is_new) as email_app
      from (select true as is_new, n.* from changed n union all select false, o.* from was o) v
      group by workspace_id, customer_id
    ) c
    cross join lateral (
      select 'name' as read, c.name_at as at, c.name_app as app where c.has_name
      union all
      select 'email', c.email_at, c.email_app where c.has_email
    ) k
    where exists (select from segment_reads r where r.workspace_id = c.workspace_id and r.read = k.read);
  end if;
  return null;
end $$;

-- Published: names the app whose push changes contacts in this transaction; null for the console. Otherwise a contact's
-- changes are taken for those of the app that first pushed it.
create function segments_pushed_by(app bigint) returns void language sql volatile as $$
  select set_config('shopwire.pushed_by', coalesce(app::text, 'console'), true)
$$;

-- Published: a trigger on the table of contacts.
create function record_contact_changes() returns trigger language plpgsql as $$
declare
  pushed_by text := current_setting('shopwire.pushed_by', true);
begin
  if not exists (select from segment_reads) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform note_contact_changes(array_agg(workspace_id), array_agg(customer_id), array_agg(source_app), pushed_by)
    from changed;
  elsif tg_op = 'UPDATE' then
    perform note_contact_changes(array_agg(c.workspace_id), array_agg(c.customer), array_agg(c.source), pushed_by)
    from (
      select workspace_id, max(customer_id) filter (where is_new) as customer, max(source_app) filter (where is_new) as source
      from (select true as is_new, n.* from changed n union all select false, o.* from was o) v
      group by workspace_id, id
      having count(distinct (email, account_owner, installer, tags)) > 1
    ) c;
  else
    perform note_contact_changes(array_agg(workspace_id), array_agg(customer_id), array_agg(source_app), pushed_by)
    from was;
  end if;
  return null;
end $$;

create function note_contact_changes(workspaces bigint[], customers bigint[], sources bigint[], pushed_by text)
returns void language sql volatile as $$
  select segments_changed(array_agg(c.workspace_id), array_agg(c.customer_id), array_agg('contacts'::text),
    array_agg(case when c.app is null then 'console' else 'staff' end), array_agg(c.app))
  from (
    select n.workspace_id, n.customer_id,
      case when coalesce(pushed_by, '') = '' then n.source_app when pushed_by <> 'console' then pushed_by::bigint end as app
    from unnest(workspaces, customers, sources) as n (workspace_id, customer_id, source_app)
    where exists (select from segment_reads r where r.workspace_id = n.workspace_id and r.read = 'contacts')
  ) c
$$;

-- Published: a trigger on the table of credits.
create function record_credit_changes() returns trigger language plpgsql as $$
begin
  if not exists (select from segment_reads) then
    return null;
  end if;
  perform segments_changed(array_agg(workspace_id), array_agg(customer_id), array_agg('credits'::text),
    array_agg('attribution'::text), array_agg(app_id))
  from changed c
  where exists (select from segment_reads r where r.workspace_id = c.workspace_id and r.read = 'credits');
  return null;
end $$;

-- Published: a trigger on the table of usage events.
create function record_usage_event_changes() returns trigger language plpgsql as $$
begin
  if not exists (select from segment_reads) then
    return null;
  end if;
  perform segments_changed(array_agg(k.workspace_id), array_agg(e.customer_id), array_agg('event:' || e.event_name),
    array_agg('usage_event'::text), array_agg(e.app_id))
  from (
    select d.app_id, d.event_name, a.workspace_id
    from (select distinct app_id, event_name from stored) d
    cross join lateral (select workspace_id from tenancy_apps where id = d.app_id offset 0) a
    where exists (
      select from segment_reads r where r.workspace_id = a.workspace_id and r.read = 'event:' || d.event_name)
  ) k
  join (select distinct app_id, event_name, customer_id from stored) e
    on e.app_id = k.app_id and e.event_name = k.event_name;
  return null;
end $$;

-- Published: a trigger on the table of sessions, whose starts and customers never change.
create function record_session_changes() returns trigger language plpgsql as $$
begin
  if not exists (select from segment_reads) then
    return null;
  end if;
  perform segments_changed(array_agg(a.workspace_id), array_agg(c.customer_id), array_agg('sessions'::text),
    array_agg('usage_event'::text), array_agg(c.app_id))
  from (select distinct app_id, customer_id from changed) c
  cross join lateral (select workspace_id from tenancy_apps where id = c.app_id offset 0) a
  where exists (select from segment_reads r where r.workspace_id = a.workspace_id and r.read = 'sessions');
  return null;
end $$;

-- Published: a trigger on the table of customers. The cause 'seen' is announced as what the customer was seen by.
create function record_customer_changes() returns trigger language plpgsql as $$
declare
  workspaces bigint[];
begin
  if not exists (select from segment_reads) then
    return null;
  end if;
  if tg_op = 'INSERT' then
    perform segments_changed(array_agg(workspace_id), array_agg(id), array_agg('customer'::text), array_agg('seen'::text),
      array_agg(null::bigint))
    from changed c
    where exists (select from segment_reads r where r.workspace_id = c.workspace_id and r.read = 'customer');
  else
    workspaces := array(
      select d.workspace_id from (select distinct workspace_id from changed) d
      where exists (select from segment_reads r where r.workspace_id = d.workspace_id and r.read = 'lastSeen'));
    if workspaces = '{}' then
      return null;
    end if;
    perform segments_changed(array_agg(c.workspace_id), array_agg(c.id), array_agg('lastSeen'::text), array_agg('seen'::text),
      array_agg(null::bigint))
    from (
      select workspace_id, id from (select * from changed union all select * from was) v
      where workspace_id = any(workspaces)
      group by workspace_id, id
      having min(last_seen_at) <> max(last_seen_at)
    ) c;
  end if;
  return null;
end $$;

-- What a customer was seen by, shortly before `at`: its last change says so.
create function segment_seen_by(workspace bigint, customer bigint, at timestamptz, out cause text, out app_id bigint)
language sql stable as $$
  with found as (
    select 'usage_event' as cause, e.app_id, e.received_at as changed_at
    from (select id from tenancy_apps where workspace_id = workspace) a
    cross join lateral (
      select u.app_id, u.received_at from stored_usage_events u
      where u.app_id = a.id and u.customer_id = customer
      order by u.occurred_at desc limit 1
    ) e
    union all
    select 'identify', coalesce(v.changed_app, n.name_changed_app, n.email_changed_app),
      greatest(v.changed_at, n.name_changed_at, n.email_changed_at)
    from customer_names n
    left join lateral (
      select f.changed_at, f.changed_app from customer_field_values f
      where f.workspace_id = workspace and f.customer_id = customer and f.changed_at is not null
      order by f.changed_at desc limit 1
    ) v on true
    where n.workspace_id = workspace and n.customer_id = customer
    union all
    select 'staff', null, max(c.created_at) from customer_contacts c
    where c.workspace_id = workspace and c.customer_id = customer
    union all
    select 'attribution', c.app_id, c.credited_at from customer_credits c
    where c.workspace_id = workspace and c.customer_id = customer
  )
  select f.cause, f.app_id from (select 'identify' as cause) d
  left join lateral (
    select n.cause, n.app_id from found n
    where n.changed_at > at - interval '1 minute' order by n.changed_at desc limit 1
  ) l on true
  cross join lateral (select coalesce(l.cause, d.cause) as cause, l.app_id) f
$$;

-- A time as in webhook bodies.
create function segment_time(at timestamptz) returns text language sql stable as $$
  select regexp_replace(to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"'), '000Z$', 'Z')
$$;

-- Writes the webhook messages of transitions that were announced at one moment; returns how many deliveries are due. The arrays are
-- parallel; apps may be null.
create function announce_segment_transitions(
  workspace bigint, segment bigint, announced_at timestamptz, customers bigint[], entered boolean[], versions bigint[],
  causes text[], cause_ats timestamptz[], apps bigint[]
) returns bigint language plpgsql volatile
set jit = off set enable_seqscan = off as $$
begin
  return (
    select webhook_emit(array_agg(workspace), array_agg(null::bigint),
      array_agg(case when m.entered then 'segments/entered' else 'segments/exited' end order by m.number),
      array_agg(m.customer_id order by m.number), array_agg(m.payload order by m.number), array_agg(segment::text))
    from (
      select t.number, t.customer_id, t.entered,
        jsonb_build_object(
          'segment', jsonb_build_object('id', s.id::text, 'name', s.name, 'definitionVersion', s.definition_version),
          'customer', jsonb_build_object('id', customer_ref(t.customer_id), 'myplatformDomain', c.domain,
            'name', n.name, 'email', n.email),
          'transition', jsonb_build_object('version', t.version, 'at', segment_time(announced_at),
            'cause', jsonb_build_object('type', t.cause, 'at', segment_time(t.cause_at), 'app', a.slug)))::text as payload
      from unnest(customers, entered, versions, causes, cause_ats, apps) with ordinality
        as t (customer_id, entered, version, cause, cause_at, app_id, number)
      cross join (
        select id, name, definition_version from segments where workspace_id = workspace and id = segment
      ) s
      cross join lateral (
        select domain from tenancy_customers where workspace_id = workspace and id = t.customer_id offset 0
      ) c
      left join lateral (
        select name, email from customer_names where workspace_id = workspace and customer_id = t.customer_id offset 0
      ) n on true
      left join lateral (select slug from tenancy_apps where id = t.app_id offset 0) a on true
    ) m);
end $$;

-- The message that a segment was built; returns how many deliveries are due.
create function announce_segment_rebuilt(workspace bigint, segment bigint, members bigint, entered bigint, exited bigint)
returns bigint language sql volatile as $$
  select webhook_emit(array[workspace], array[null::bigint], array['segments/rebuilt'], array[null::bigint],
    array[jsonb_build_object(
      'segment', jsonb_build_object('id', s.id::text, 'name', s.name, 'definitionVersion', s.definition_version),
      'rebuild', jsonb_build_object('members', members, 'entered', entered, 'exited', exited))::text],
    array[segment::text])
  from segments s where s.workspace_id = workspace and s.id = segment
$$;
