-- Changes of the open runs of a flow, made in portions since there may be millions. kind: 'wake' lets those of the version (null: all) be
-- looked at by until; 'release' those that events wait for, after: the last one that was looked at; 'reschedule' moves their times by
-- length that were not reached at paused_at, until: those that are woken later are done. runs: how many it has looked at.
create table flow_run_updates (
  workspace_id bigint      not null,
  id           bigint      generated always as identity,
  flow_id      bigint      not null,
  kind         text        not null check (kind in ('wake', 'release', 'reschedule')),
  version      int,
  until        timestamptz not null,
  after        bigint      not null default 0,
  paused_at    timestamptz,
  length       interval,
  runs         bigint      not null default 0,
  primary key (workspace_id, id),
  foreign key (workspace_id, flow_id) references flows on delete cascade,
  check ((kind = 'reschedule') = (paused_at is not null and length is not null))
);

-- The last row of flow_run_updates that moved its times.
alter table flow_runs add column rescheduled_by bigint;
