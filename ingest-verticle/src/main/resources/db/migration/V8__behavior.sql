-- The tables that reports read, and how they are kept consistent with the events: see
-- docs/decisions/0003.

-- Identifies the write that stored an event. A writer uses one number for all events of a write; if it
-- sets none (a process of the previous version), every event gets its own.
create sequence usage_event_groups;
alter table usage_events add column group_id bigint not null default 0;
alter table usage_events alter column group_id set default nextval('usage_event_groups');

-- The groups whose events are in usage_events but not yet in the tables below. A row is inserted in
-- the transaction that stores the events and deleted in the one that aggregates them, so that each
-- event counts exactly once.
create table usage_event_backlog (
  app_id    int         not null,
  group_id  bigint      not null,
  events    bigint      not null,
  stored_at timestamptz not null default now(),
  primary key (app_id, group_id)
);
insert into usage_event_backlog (app_id, group_id, events)
select app_id, 0, count(*) from usage_events group by app_id;

create function note_usage_event_backlog() returns trigger language plpgsql as $$
begin
  insert into usage_event_backlog (app_id, group_id, events)
  select app_id, group_id, count(*) from stored group by app_id, group_id
  on conflict (app_id, group_id) do update
  set events = usage_event_backlog.events + excluded.events;
  return null;
end $$;

-- A trigger, so that no writer can omit it.
create trigger usage_event_backlog after insert on usage_events
referencing new table as stored
for each statement execute function note_usage_event_backlog();

create index usage_events_by_group on usage_events (app_id, group_id);

-- For lists by time, name and shop. Including the customer lets uniques and funnels use index-only
-- scans.
drop index usage_events_by_time;
create index usage_events_by_time on usage_events (app_id, occurred_at, event_key)
include (customer_id);
create index usage_events_by_name on usage_events (app_id, event_name, occurred_at, event_key)
include (customer_id);
create index usage_events_by_customer on usage_events (app_id, customer_id, occurred_at, event_key);

-- The known event names (property '') and their properties, as dotted paths. is_numeric: its numbers
-- are in usage_rollups. group_values: the values by which it is grouped there; null if it is not
-- grouped, which is permanent.
create table usage_properties (
  app_id       int     not null,
  event_name   text    not null,
  property     text    not null,
  is_numeric   boolean not null,
  group_values text[],
  primary key (app_id, event_name, property)
);

-- Counts and sums by time. over_property: '' for all events, otherwise for those that have it.
-- group_property: '' for all events, otherwise for those whose value is group_value. grain: the
-- length of a bucket in minutes.
create table usage_rollups (
  app_id         int         not null,
  event_name     text        not null,
  over_property  text        not null,
  group_property text        not null,
  grain          smallint    not null,
  bucket         timestamptz not null,
  group_value    text        not null,
  events         bigint      not null,
  numbers        bigint      not null,
  total          numeric     not null,
  least          numeric,
  greatest       numeric,
  primary key (app_id, event_name, over_property, group_property, grain, bucket, group_value)
) with (fillfactor = 80);

-- Sessions of page views, by the rule of docs/api/events.md. The id is the key of the first page view,
-- so it doesn't depend on the order of arrival.
create table sessions (
  app_id      int         not null,
  id          uuid        not null,
  customer_id bigint      not null,
  session_key text,
  started_at  timestamptz not null,
  ended_at    timestamptz not null,
  page_views  bigint      not null,
  entry_path  text        not null,
  exit_path   text        not null,
  exit_key    uuid        not null,
  primary key (app_id, id)
) with (fillfactor = 80);
create index sessions_by_time on sessions (app_id, started_at, id);
create index sessions_by_customer on sessions (app_id, customer_id, started_at, id);
create index sessions_without_key on sessions (app_id, customer_id, started_at)
where session_key is null;
create unique index sessions_with_key on sessions (app_id, customer_id, session_key)
where session_key is not null;

-- The number of times an app's events were aggregated: shows whether Redis has all of them.
create table usage_rollup_runs (
  app_id int    primary key,
  runs   bigint not null
);

-- Saved definitions of reports.
create table usage_metrics (
  id            bigint      generated always as identity primary key,
  app_id        int         not null references apps,
  name          text        not null,
  event_name    text        not null,
  calculation   text        not null,
  over_property text,
  created_at    timestamptz not null default now(),
  unique (app_id, name)
);
