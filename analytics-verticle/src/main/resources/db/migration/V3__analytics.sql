-- What analytics derives from stored usage events: the backlog of events that are not aggregated yet,
-- rollups, sessions and saved metrics. See docs/decisions/0003-rollups.md and 0005-rollup-blocks.md.

-- The groups whose events are stored but not yet in the tables below. A row is inserted in the
-- transaction that stores the events and deleted in the one that aggregates them, so that each event
-- counts exactly once. quarantined_at and reason: the group can't be aggregated.
create table usage_event_backlog (
  app_id         bigint      not null,
  group_id       bigint      not null,
  events         bigint      not null,
  stored_at      timestamptz not null default now(),
  quarantined_at timestamptz,
  reason         text,
  primary key (app_id, group_id)
);

-- Published: a trigger on the table of usage events.
create function record_usage_event_backlog() returns trigger language plpgsql as $$
begin
  insert into usage_event_backlog (app_id, group_id, events)
  select app_id, group_id, count(*) from stored group by app_id, group_id
  on conflict (app_id, group_id) do update
  set events = usage_event_backlog.events + excluded.events;
  return null;
end $$;

-- The known event names (property '') and their properties, as dotted paths. is_numeric: its numbers
-- are in usage_rollups. group_values: the values by which it is grouped there; null if it is not
-- grouped, which is permanent.
create table usage_properties (
  app_id       bigint  not null,
  event_name   text    not null,
  property     text    not null,
  is_numeric   boolean not null,
  group_values text[],
  primary key (app_id, event_name, property)
);

-- A block: the aggregates of one event name over one or more days starting at day (days since 1970), by
-- slots of grain minutes. Grain 15 (not grouped) and 60 (grouped): the slots of a day or, once merged, the
-- hours of several days. Grain 1440: the days of a month; day is its first. The arrays are parallel:
-- element i is for slot slots[i] and, unless group_property is '', for the value group_values[i]. The
-- arrays from has on are for numeric properties, overs[1] first, each with as many elements as there are
-- slots.
create table usage_rollups (
  app_id         bigint     not null,
  event_name     text       not null,
  group_property text       not null,
  grain          smallint   not null,
  day            int        not null,
  days           smallint   not null,
  merged         boolean    not null,
  slots          smallint[] not null,
  group_values   text[],
  events         bigint[]   not null,
  overs          text[]     not null,
  has            bigint[]   not null,
  numbers        bigint[]   not null,
  totals         numeric[]  not null,
  least          numeric[]  not null,
  greatest       numeric[]  not null,
  primary key (app_id, event_name, group_property, grain, day)
) with (fillfactor = 80);

-- Sessions of page views, by the rule of docs/api/events.md. The id is the key of the first page view,
-- so it doesn't depend on the order of arrival.
create table sessions (
  app_id      bigint      not null,
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

-- runs: the number of times an app's events were aggregated; shows whether Redis has all of them.
-- event_names and grouped_properties: how many event names have their own rollups and how many
-- properties are grouped, both limited. merged_before: the first day (since 1970) that has not been
-- merged yet.
create table usage_rollup_runs (
  app_id             bigint primary key,
  runs               bigint not null,
  event_names        int    not null default 0,
  grouped_properties int    not null default 0,
  merged_before      int
);

-- Saved definitions of reports.
create table usage_metrics (
  id            bigint      generated always as identity primary key,
  app_id        bigint      not null references apps,
  name          text        not null,
  event_name    text        not null,
  calculation   text        not null,
  over_property text,
  created_at    timestamptz not null default now(),
  unique (app_id, name)
);
