-- Lets reads cache the sets of shops of past days: see docs/decisions/0012-activity.md.

-- version: a random number, another one whenever a set of this UTC day (since 1970) changes. A day without a row has
-- sets as they were before this migration, if any.
create table active_shop_days (
  app_id  bigint not null,
  day     int    not null,
  version bigint not null,
  primary key (app_id, day)
) with (fillfactor = 70);
