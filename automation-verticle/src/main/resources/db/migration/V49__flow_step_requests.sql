-- Changes of customers that steps of runs have asked the enrichment role for. The run waits until the outcome is known. request: JSON of
-- the record StepContracts.Change. next_attempt_at: when the request is sent, or sent again. failures, failing_since: attempts that failed
-- by a defect.
create table flow_step_requests (
  workspace_id    bigint      not null,
  run_id          bigint      not null,
  step            text        not null,
  customer_id     bigint      not null,
  flow_id         bigint      not null,
  request         text        not null,
  requested_at    timestamptz not null default clock_timestamp(),
  next_attempt_at timestamptz not null default clock_timestamp(),
  failures        int         not null default 0,
  failing_since   timestamptz,
  outcome         text,
  detail          text,
  primary key (workspace_id, run_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
create index flow_step_requests_due on flow_step_requests (workspace_id, next_attempt_at) where outcome is null;
create index flow_step_requests_by_age on flow_step_requests (requested_at);
