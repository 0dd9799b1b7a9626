-- Earnings added up by the hour, so that a report does not read them one by one.

-- Up to which pass the earnings of a stream are in partner_earning_hours; those of later passes are read from partner_records.
alter table partner_streams add column earnings_pass bigint not null default 0;

-- Exact sums of earnings that are no tests. hour: its start in UTC. is_named: whether they name a shop. settled_on: 'infinity' where the platform says
-- none. earnings: how many. gross: the net where the platform says none.
create table partner_earning_hours (
  app_id     bigint      not null,
  fetch_id   bigint      not null,
  hour       timestamptz not null,
  currency   text        not null,
  category   text        not null,
  is_named   boolean     not null,
  settled_on date        not null,
  earnings   bigint      not null,
  net        numeric     not null,
  gross      numeric     not null,
  fee        numeric     not null,
  primary key (app_id, fetch_id, hour, currency, category, is_named, settled_on)
) with (fillfactor = 80);
create index partner_earning_hours_empty on partner_earning_hours (app_id, fetch_id) where earnings = 0;

-- Histories have the first earnings of their shops from now on.
insert into partner_touched_shops (app_id, fetch_id, shop, is_quiet)
select app_id, fetch_id, shop, true from partner_shops on conflict (app_id, fetch_id, shop) do nothing;
