-- How often causes of a customer were refused by a flow, by reason, and when last: a row each would grow with every event. Kept as long as
-- runs that ended.
create table flow_refusals (
  workspace_id bigint      not null,
  customer_id  bigint      not null,
  flow_id      bigint      not null,
  reason       text        not null,
  count        bigint      not null,
  last_at      timestamptz not null,
  primary key (workspace_id, customer_id, flow_id, reason)
) with (fillfactor = 70);

-- Dry runs of flows, kept for 7 days. version: null for the draft, whose definition is kept. occurred: whether events count at their own time.
-- cause: JSON of a made-up cause of the customer. is_prepared: whether the customers are in flow_dry_run_customers; after: the last one that is
-- done. left_out: customers with too many events. failures, retry_at: attempts that failed in a row.
create table flow_dry_runs (
  workspace_id bigint      not null references workspaces,
  id           bigint      generated always as identity,
  flow_id      bigint      not null,
  version      int,
  definition   text        not null,
  status       text        not null default 'running' check (status in ('running', 'done', 'failed')),
  starts_at    timestamptz not null,
  ends_at      timestamptz not null,
  occurred     boolean     not null,
  run_out      boolean     not null,
  customer_id  bigint,
  cause        text,
  is_prepared  boolean     not null default false,
  after        bigint      not null default 0,
  causes       bigint      not null default 0,
  runs         bigint      not null default 0,
  emails       bigint      not null default 0,
  webhooks     bigint      not null default 0,
  left_out     bigint      not null default 0,
  failures     int         not null default 0,
  retry_at     timestamptz,
  error        text,
  created_at   timestamptz not null default now(),
  finished_at  timestamptz,
  primary key (workspace_id, id)
) with (fillfactor = 50);
create index flow_dry_runs_by_id on flow_dry_runs (id);
create index flow_dry_runs_running on flow_dry_runs (workspace_id, id) where status = 'running';
create index flow_dry_runs_by_age on flow_dry_runs (created_at);

-- The customers of a dry run, with how much must be read of each.
create table flow_dry_run_customers (
  workspace_id bigint not null,
  dry_run_id   bigint not null,
  customer_id  bigint not null,
  events       bigint not null,
  bytes        bigint not null,
  primary key (workspace_id, dry_run_id, customer_id)
);

-- The runs that there would have been. log: a JSON array of the steps that are done.
create table flow_dry_run_runs (
  workspace_id bigint      not null,
  dry_run_id   bigint      not null,
  entered_at   timestamptz not null,
  id           bigint      generated always as identity,
  customer_id  bigint      not null,
  key          text,
  status       text        not null,
  reason       text,
  step         text,
  waits_for    text,
  due_at       timestamptz,
  ended_at     timestamptz,
  cause_type   text        not null,
  cause_at     timestamptz not null,
  event_id     text,
  event_name   text,
  log          text        not null,
  primary key (workspace_id, dry_run_id, entered_at, id)
);

-- Published: whose a dry run is, for the console's access check.
create view flow_dry_run_workspaces as select id, workspace_id from flow_dry_runs;
