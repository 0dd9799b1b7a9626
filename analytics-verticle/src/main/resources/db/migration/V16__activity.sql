-- Which shops had events, and how many sessions started: what a workspace's overview would otherwise read from every
-- event and every session of its range. See docs/decisions/0012-activity.md.

-- One hour (since 1970) of an app's shops whose ids agree in all but the last 16 bits: those with events of a name that
-- has rollups, or with any events (''). shops: three bytes for each, in
-- the order of ids: these 16 bits, and a bit for each quarter hour in which it had events (the class ShopSet). Stored as
-- it is: compressing what changes so often would cost more than it saves.
create table active_shops (
  app_id     bigint not null,
  event_name text   not null,
  hour       int    not null,
  part       int    not null,
  shops      bytea  not null,
  primary key (app_id, event_name, hour, part)
) with (fillfactor = 80);
alter table active_shops alter column shops set storage external;

-- How many of the app's sessions started in a quarter hour (since 1970).
create table session_starts (
  app_id   bigint not null,
  quarter  int    not null,
  sessions int    not null,
  primary key (app_id, quarter)
) with (fillfactor = 70);

-- activity_from: the hour from which on both tables are complete, as of the run activity_runs; null: none. A run of a
-- previous version, which doesn't write them, leaves activity_runs behind runs: then they are filled again.
alter table usage_rollup_runs add column activity_runs bigint;
alter table usage_rollup_runs add column activity_from int;
