-- Figures of past days in UTC as they were first shown, and what changed them later.

-- The days of an app that are kept: from first_day to before end_day, as the records of fetch_id have them. id: another one once the app is connected anew.
-- stale: why all days are to be computed again; null while only those that late records touch are. restatements: how many there were so far.
create table partner_frozen_days (
  app_id       bigint primary key references partner_connections on delete cascade,
  id           bigint not null generated always as identity,
  fetch_id     bigint not null,
  first_day    date   not null,
  end_day      date   not null,
  restatements bigint not null default 0,
  stale        text
) with (fillfactor = 50);

-- Exact values, of mrr in twelfths; a figure without a row is zero. currency: '' for counts. first_shown: when the day was over; shown: after the last
-- restatement; current: by the records that count now. cause, events: why current was changed since shown was; cause is null if it was not.
create table partner_day_figures (
  app_id      bigint  not null,
  frozen_id   bigint  not null,
  day         date    not null,
  metric      text    not null,
  currency    text    not null,
  first_shown numeric not null,
  shown       numeric not null,
  current     numeric not null,
  cause       text,
  events      jsonb   not null default '[]',
  primary key (app_id, frozen_id, day, metric, currency)
) with (fillfactor = 80);
create index partner_day_figures_changed on partner_day_figures (app_id, frozen_id, day, metric, currency) where cause is not null;

-- Records of frozen days that were added or changed since the figures were last compared. *_before: where the record was before it was changed.
create table partner_late_records (
  app_id      bigint  not null,
  fetch_id    bigint  not null,
  stream      text    not null,
  key         text    not null,
  cause       text    not null,
  is_earning  boolean not null,
  at          timestamptz,
  at_before   timestamptz,
  shop        text,
  shop_before text,
  primary key (app_id, fetch_id, stream, key)
);

-- Rounded values as they were shown. currency: null for counts. id: numbered for each of partner_frozen_days. events: ids of records, at most 20.
create table partner_restatements (
  app_id    bigint      not null,
  frozen_id bigint      not null,
  id        bigint      not null,
  at        timestamptz not null default now(),
  metric    text        not null,
  day       date        not null,
  currency  text,
  was       numeric     not null,
  became    numeric     not null,
  cause     text        not null,
  events    jsonb       not null,
  primary key (app_id, frozen_id, id)
);
create index partner_restatements_by_time on partner_restatements (app_id, frozen_id, at, id);
