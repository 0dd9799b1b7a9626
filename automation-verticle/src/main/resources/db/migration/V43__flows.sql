-- Flows: their definitions, and what starts their runs. See docs/api/flows.md.

-- version: the one that runs start with; null before the first publish. revision: counts the drafts. definition: the draft; it refers to
-- fields, apps, segments and affiliates by their ids (the class StoredDefinition). ends_runs: whether those that were active at its archiving
-- are ended, or continue.
create table flows (
  workspace_id bigint      not null references workspaces,
  id           bigint      generated always as identity,
  name         text        not null,
  status       text        not null default 'draft' check (status in ('draft', 'published', 'paused', 'archived')),
  version      integer,
  revision     integer     not null default 1,
  definition   text        not null,
  ends_runs    boolean,
  archived_at  timestamptz,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name),
  check ((status = 'draft') = (version is null)),
  check ((status = 'archived') = (archived_at is not null)),
  check ((status = 'archived') = (ends_runs is not null))
);
create index flows_by_id on flows (id);

-- What was published: runs keep the version that they entered with.
create table flow_versions (
  workspace_id bigint      not null,
  flow_id      bigint      not null,
  version      integer     not null,
  definition   text        not null,
  published_at timestamptz not null default clock_timestamp(),
  primary key (workspace_id, flow_id, version),
  foreign key (workspace_id, flow_id) references flows on delete cascade
);

-- What a flow refers to, so that none of it is deleted before the flow is archived. version: 0 for the draft. tracked_segment: its transitions
-- start runs.
create table flow_uses (
  workspace_id bigint  not null,
  flow_id      bigint  not null,
  version      integer not null,
  kind         text    not null check (kind in
    ('field', 'app', 'segment', 'tracked_segment', 'affiliate', 'template', 'sender', 'topic')),
  used_id      bigint  not null,
  primary key (workspace_id, flow_id, version, kind, used_id),
  foreign key (workspace_id, flow_id) references flows on delete cascade
);
create index flow_uses_by_use on flow_uses (workspace_id, kind, used_id, flow_id);

-- What flows start from, and listen to: source is event:<name>, field:<id>, contact, credit, segment:<id> or schedule. app_id: 0 for any app.
-- starts: it starts runs, which only the current version of a published or paused flow does; else it is an event that runs of the
-- version wait for, or that ends them.
create table flow_triggers (
  workspace_id bigint  not null,
  source       text    not null,
  app_id       bigint  not null,
  flow_id      bigint  not null,
  version      integer not null,
  starts       boolean not null,
  primary key (workspace_id, source, app_id, flow_id, version, starts),
  foreign key (workspace_id, flow_id) references flows on delete cascade
);
create index flow_triggers_by_flow on flow_triggers (workspace_id, flow_id);

-- When flows were paused, and how they continued. entries_dropped: who came meanwhile did not enter. overdue: what became of steps that were due
-- meanwhile.
create table flow_pauses (
  workspace_id    bigint      not null,
  flow_id         bigint      not null,
  id              bigint      generated always as identity,
  paused_at       timestamptz not null default clock_timestamp(),
  entries_dropped boolean     not null,
  resumed_at      timestamptz,
  overdue         text        check (overdue in ('send', 'skip', 'reschedule')),
  primary key (workspace_id, flow_id, id),
  foreign key (workspace_id, flow_id) references flows on delete cascade,
  check ((resumed_at is null) = (overdue is null))
);
create unique index flow_pauses_open on flow_pauses (workspace_id, flow_id) where resumed_at is null;

-- Published: what uses a custom field, segment, template, sender or topic, which is therefore not deleted; and which flows start from
-- transitions of a segment (tracked_segment), which therefore stays tracked.
create or replace view resource_users as
select u.workspace_id, u.kind, u.used_id, 'segment'::text as user_type, s.id as user_id, s.name as user_name
from segment_uses u
join segments s on s.workspace_id = u.workspace_id and s.id = u.segment_id
union
select u.workspace_id, u.kind, u.used_id, 'campaign', c.id, c.name
from campaign_uses u
join campaigns c on c.workspace_id = u.workspace_id and c.id = u.campaign_id
where c.status not in ('done', 'cancelled')
union
select u.workspace_id, u.kind, u.used_id, 'flow', f.id, f.name
from flow_uses u
join flows f on f.workspace_id = u.workspace_id and f.id = u.flow_id
where f.status <> 'archived' and (u.kind <> 'tracked_segment' or u.version = f.version);

-- Published: whose a flow is, for the console's access check.
create view flow_workspaces as select id, workspace_id from flows;
