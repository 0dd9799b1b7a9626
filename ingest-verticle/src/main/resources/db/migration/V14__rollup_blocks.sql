-- Rollups as one row for many figures: docs/decisions/0005-rollup-blocks.md. Nothing has been released, so
-- what was added up before is thrown away, and all stored events are added up anew.
drop table usage_rollups;
truncate usage_properties, sessions, usage_rollup_runs;

-- A block: the figures of one event name over one or more days from day on (days since 1970), by slots of
-- grain minutes. Grain 15 (not grouped) and 60 (grouped): the slots of a day, or, once merged, the hours of
-- several days. Grain 1440: the days of a month, day being its first. The arrays run side by side: figure
-- i is about slot slots[i] and, where group_property isn't '', the value group_values[i]. The arrays from
-- has on are about numeric properties, over[1] first: as many elements a property as there are slots.
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

-- Budgets of an app: how many event names have rollups of their own, and how many of their properties are
-- grouped. merged_before: the first day (since 1970) that was not merged yet.
alter table usage_rollup_runs
  add column event_names        int not null default 0,
  add column grouped_properties int not null default 0,
  add column merged_before      int;

-- Events that can't be added up are set aside, each in a group of its own.
alter table usage_event_backlog
  add column set_aside_at timestamptz,
  add column reason       text;

insert into usage_event_backlog (app_id, group_id, events)
select app_id, group_id, count(*) from usage_events group by app_id, group_id
on conflict (app_id, group_id) do update set events = excluded.events;
