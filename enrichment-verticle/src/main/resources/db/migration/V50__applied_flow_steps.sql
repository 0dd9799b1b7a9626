-- What steps of flows have changed of customers, so that a change is made once, however often it is asked for. Kept for 30 days.
create table applied_flow_steps (
  workspace_id bigint      not null,
  run_id       bigint      not null,
  step         text        not null,
  outcome      text        not null,
  detail       text,
  applied_at   timestamptz not null default clock_timestamp(),
  primary key (workspace_id, run_id, step)
);
create index applied_flow_steps_by_time on applied_flow_steps (applied_at);
