-- Rollups with many aggregates per row: docs/decisions/0005-rollup-blocks.md. Nothing has been released
-- yet, so existing rollups are dropped and all stored events are aggregated again.
drop table usage_rollups;
truncate usage_properties, sessions, usage_rollup_runs;

-- A block: the aggregates of one event name over one or more days starting at day (days since 1970), by
-- slots of grain minutes. Grain 15 (not grouped) and 60 (grouped): the slots of a day or, once merged, the
-- hours of several days. Grain 1440: the days of a month; day is its first. The arrays are parallel:
-- element i is for slot slots[i] and, unless group_property is '', for the value group_values[i]. The
-- arrays from has on are for numeric properties, overs[1] first, each with as many elements as there are
-- slots.
create table usage_rollups (
  app_id         int        not null,
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

-- Limits per app: the number of event names with their own rollups and of properties that are grouped.
-- merged_before: the first day (since 1970) that has not been merged yet.
alter table usage_rollup_runs
  add column event_names        int not null default 0,
  add column grouped_properties int not null default 0,
  add column merged_before      int;

-- Events that can't be aggregated are quarantined, each in its own group.
alter table usage_event_backlog
  add column set_aside_at timestamptz,
  add column reason       text;

insert into usage_event_backlog (app_id, group_id, events)
select app_id, group_id, count(*) from usage_events group by app_id, group_id
on conflict (app_id, group_id) do update set events = excluded.events;
