-- Queries on databases of users, which fill custom fields, and their runs: docs/operators/linked-fields.md.

create sequence linked_query_ids;

-- definition: changes with what is read, and into which fields; revision: with every change. next_run_at: null while paused or without a schedule.
create table linked_queries (
  workspace_id     bigint      not null,
  id               bigint      not null,
  database_id      bigint      not null,
  name             text        not null,
  sql              text        not null,
  key_column       text        not null,
  key_kind         text        not null check (key_kind in ('domain', 'customerId')),
  interval_seconds int,
  cron             text,
  timezone         text,
  removed          text        not null check (removed in ('keep', 'unset')),
  guard_percent    int         not null check (guard_percent between 0 and 100),
  guard_at_least   bigint      not null,
  announce         text        not null check (announce in ('changes', 'none')),
  status           text        not null check (status in ('active', 'paused')),
  next_run_at      timestamptz,
  definition       bigint      not null default 1,
  revision         bigint      not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name),
  foreign key (workspace_id, database_id) references linked_databases,
  check (interval_seconds is null or cron is null),
  check ((cron is null) = (timezone is null))
);
create index linked_queries_by_id on linked_queries (id);
create index linked_queries_due on linked_queries (next_run_at) where next_run_at is not null;

-- Name, type and scope are those at the time of saving; the field's definition has today's.
create table linked_query_columns (
  workspace_id bigint not null,
  query_id     bigint not null,
  position     int    not null,
  column_name  text   not null,
  field_id     bigint not null,
  field        text   not null,
  type         text   not null,
  scope        text   not null,
  primary key (workspace_id, query_id, position),
  foreign key (workspace_id, query_id) references linked_queries on delete cascade
);

-- Queries that were deleted, until everything of them is.
create table linked_dropped_queries (
  workspace_id bigint not null,
  query_id     bigint not null,
  primary key (workspace_id, query_id)
);

-- owner, beat_at: which process does the run, and when it last said so. announces: whether other parts hear of its changes. target_id: of a rollback,
-- after which run values are to be as they were (0: before the first). counts: as in the API. bytes: of its differences, about;
-- is_kept: whether these are kept; is_dropped: whether they would be, if those of the workspace were not too large; is_settled:
-- whether linked_query_customers has what it changed; is_reported: whether metrics have counted it; is_cleaned: whether what isn't kept is deleted. asked_at: when enrichment was last requested to apply it.
create table linked_runs (
  workspace_id  bigint      not null,
  id            bigint      generated always as identity,
  query_id      bigint      not null,
  database_id   bigint      not null,
  kind          text        not null check (kind in ('scheduled', 'manual', 'rollback')),
  status        text        not null
    check (status in ('reading', 'applying', 'applied', 'held', 'superseded', 'rejected', 'failed')),
  owner         uuid,
  beat_at       timestamptz,
  started_at    timestamptz not null default clock_timestamp(),
  read_at       timestamptz,
  finished_at   timestamptz,
  target_id     bigint,
  announces     boolean     not null default false,
  row_count     bigint      not null default 0,
  bad_rows      jsonb       not null default '{}',
  customers     bigint      not null default 0,
  set_count     bigint      not null default 0,
  changed_count bigint      not null default 0,
  unset_count   bigint      not null default 0,
  unchanged     bigint      not null default 0,
  removed_rows  bigint      not null default 0,
  affected      bigint,
  base          bigint,
  guard_percent int,
  guard_limit   bigint,
  error_code    text,
  error_message text,
  bytes         bigint      not null default 0,
  is_kept       boolean     not null default true,
  is_dropped    boolean     not null default false,
  is_settled    boolean     not null default false,
  is_reported   boolean     not null default false,
  is_cleaned    boolean     not null default false,
  asked_at      timestamptz,
  primary key (workspace_id, id)
);
create index linked_runs_by_id on linked_runs (id);
create index linked_runs_by_query on linked_runs (workspace_id, query_id, id);
-- A query has one run at a time that is not over.
create unique index linked_runs_open on linked_runs (workspace_id, query_id) where status in ('reading', 'applying', 'held');
create index linked_runs_kept on linked_runs (workspace_id, query_id, id) include (status, bytes)
  where status in ('applied', 'held') and is_kept;
create index linked_runs_to_settle on linked_runs (id) where status = 'applied' and not is_settled;
create index linked_runs_to_report on linked_runs (id) where not is_reported;
create index linked_runs_to_clean on linked_runs (id) where not is_kept and not is_cleaned;
create index linked_runs_to_delete on linked_runs (finished_at) where is_cleaned;
create index linked_runs_under_way on linked_runs (status, id) where status in ('reading', 'applying');

-- The fields of a run, as they were when it was read. app_id as in values of fields.
create table linked_run_fields (
  workspace_id bigint not null,
  run_id       bigint not null,
  position     int    not null,
  field_id     bigint not null,
  app_id       bigint not null,
  name         text   not null,
  type         text   not null,
  primary key (workspace_id, run_id, position)
);

-- Rows as they are read; deleted when the run's differences stand. What a crash of PostgreSQL takes fails the run, which counts them.
-- key: normalized, null if it can't be; shown: as the database has it, if that differs.
create unlogged table linked_run_rows (
  workspace_id bigint not null,
  run_id       bigint not null,
  row          bigint not null,
  key          text,
  shown        text,
  customer_id  bigint,
  code         text,
  column_name  text,
  message      text,
  primary key (workspace_id, run_id, row)
);

-- What differs from the values of a customer: positions of linked_run_fields, each with its value before and after; null is none.
create table linked_run_changes (
  workspace_id bigint not null,
  run_id       bigint not null,
  customer_id  bigint not null,
  positions    int[]  not null,
  was          text[] not null,
  after        text[] not null,
  primary key (workspace_id, run_id, customer_id)
);

-- The first 10,000 rows of a run that could not be used.
create table linked_bad_rows (
  workspace_id bigint not null,
  run_id       bigint not null,
  row          bigint not null,
  key          text,
  column_name  text,
  code         text   not null,
  message      text   not null,
  primary key (workspace_id, run_id, row)
);

-- The customers of which applied runs of a query took a good row, and that were not removed since.
create table linked_query_customers (
  workspace_id bigint not null,
  query_id     bigint not null,
  customer_id  bigint not null,
  primary key (workspace_id, query_id, customer_id)
);

-- How a run changes those.
create table linked_run_customers (
  workspace_id bigint  not null,
  run_id       bigint  not null,
  customer_id  bigint  not null,
  is_added     boolean not null,
  primary key (workspace_id, run_id, customer_id)
);

-- Whether two texts of different form may still be the same value: numbers by value, objects whatever the order of their fields.
create function linked_value_differs(type text, today text, after text) returns boolean
language plpgsql immutable as $$
begin
  if today is null or after is null then
    return today is distinct from after;
  end if;
  if type = 'number' then
    return today::numeric <> after::numeric;
  end if;
  if type = 'json' then
    return today::jsonb <> after::jsonb;
  end if;
  return today <> after;
exception when others then
  -- A number within an object may be beyond what jsonb can hold, and the type of a field may have been changed.
  return today <> after;
end $$;

-- Published: the queries that there are; a field is linked only while its query is one of them.
create view linked_query_names as select workspace_id, id, name from linked_queries;

-- Published: what a run is, for those who apply it.
create view linked_run_heads as
select r.workspace_id, r.id, r.query_id, q.name as query_name, r.kind, r.status, r.announces, r.read_at
from linked_runs r join linked_queries q on q.workspace_id = r.workspace_id and q.id = r.query_id;

-- Published: what a run is to write, as values of fields are stored. Customers that are gone are left out; each is looked up by its key, whatever
-- is known of the table.
create view linked_run_writes as
select c.workspace_id, c.run_id, c.customer_id, f.field_id, f.app_id,
  case when f.type = 'boolean' then v.after::boolean end as boolean_value,
  case when f.type = 'number' then v.after::numeric end as number_value,
  case when f.type = 'text' and char_length(v.after) <= 100 then v.after end as text_value,
  case when f.type = 'json' or f.type = 'text' and char_length(v.after) > 100 then v.after end as long_value,
  v.after is null as unset
from linked_run_changes c
cross join lateral unnest(c.positions, c.after) as v (position, after)
join linked_run_fields f on f.workspace_id = c.workspace_id and f.run_id = c.run_id and f.position = v.position
where exists (select from tenancy_customers t where t.workspace_id = c.workspace_id and t.id = c.customer_id offset 0);

-- Published: what runs change, one row a customer. positions: of linked_run_columns; was and after: the values as text, null for none. bytes: as stored.
create view linked_run_differences as
select workspace_id, run_id, customer_id, positions, was, after, pg_column_size(was) + pg_column_size(after) as bytes from linked_run_changes;

-- Published: the fields of runs. app_id: whose values they are, as in values of fields.
create view linked_run_columns as select workspace_id, run_id, position, field_id, app_id, type from linked_run_fields;

-- Published: whose they are, for the console's access check.
create view linked_query_workspaces as select id, workspace_id from linked_queries;
create view linked_run_workspaces as
select r.id, r.workspace_id from linked_runs r join linked_queries q on q.workspace_id = r.workspace_id and q.id = r.query_id;

-- Published: begins to apply a run, whose row stays locked until the transaction ends. False if it is not to be applied.
create function begin_linked_apply(workspace bigint, run bigint) returns boolean language plpgsql as $$
declare
  state text;
begin
  select r.status into state from linked_runs r
  join linked_queries q on q.workspace_id = r.workspace_id and q.id = r.query_id
  where r.workspace_id = workspace and r.id = run for update of r;
  return coalesce(state = 'applying', false);
end $$;

-- Published: says what was written, at the end of the transaction that applies the run. The differences of the last 10 applied runs are kept.
create function end_linked_apply(workspace bigint, run bigint, set_values bigint, changed_values bigint, unset_values bigint)
returns void language plpgsql as $$
declare
  query bigint;
begin
  update linked_runs r
  set status = 'applied', finished_at = clock_timestamp(), set_count = set_values, changed_count = changed_values,
    unset_count = unset_values
  where r.workspace_id = workspace and r.id = run and r.status = 'applying'
  returning r.query_id into query;
  if query is null then
    raise exception 'the run % is not being applied', run;
  end if;
  update linked_runs r set is_kept = false
  from (
    select a.id from linked_runs a
    where a.workspace_id = workspace and a.query_id = query and a.status = 'applied' and a.is_kept order by a.id desc offset 10
  ) old
  where r.workspace_id = workspace and r.id = old.id and r.is_kept;
end $$;
