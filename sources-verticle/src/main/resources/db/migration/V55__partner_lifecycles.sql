-- Lifecycles of apps in shops, computed from partner_records.

-- As of what partner_lifecycle_times says. history, history_keys: all spans and transitions, encoded (StoredHistory); transitions: how many. next_at: when the row is to be
-- computed again although no record has arrived: at the end of a trial, at a scheduled end, or at the first record that is not before complete_to.
-- state: null while nothing is known but such a record. activated_at: null without a subscription. *_at of the last line: when the last of each began.
create table partner_lifecycles (
  app_id             bigint      not null,
  fetch_id           bigint      not null,
  shop               text        not null,
  history            bytea       not null,
  history_keys       bytea       not null,
  transitions        int         not null,
  next_at            timestamptz,
  state              text,
  since              timestamptz,
  installs           int         not null,
  installed_at       timestamptz,
  first_installed_at timestamptz,
  uninstalled_at     timestamptz,
  reason             text,
  note               text,
  subscription       text,
  plan               text,
  price              numeric,
  currency           text,
  billing            text,
  is_test            boolean     not null,
  is_frozen          boolean     not null,
  is_paying          boolean     not null,
  activated_at       timestamptz,
  trial_ends_at      timestamptz,
  cancel_at          timestamptz,
  revenue            jsonb       not null,
  reinstalled_at     timestamptz,
  paying_at          timestamptz,
  trial_at           timestamptz,
  canceled_at        timestamptz,
  primary key (app_id, fetch_id, shop)
);
create index partner_lifecycles_due on partner_lifecycles (app_id, fetch_id, next_at) where next_at is not null;
create index partner_lifecycles_unknown on partner_lifecycles (app_id, fetch_id, price, billing)
  where is_paying and (price is null or billing is null);

-- Before which time records and what happens by itself count in partner_lifecycles.
create table partner_lifecycle_times (
  app_id      bigint      not null,
  fetch_id    bigint      not null,
  complete_to timestamptz not null,
  primary key (app_id, fetch_id)
) with (fillfactor = 50);

-- The shops whose lifecycles are to be computed again. is_quiet: a backfill has touched them.
create table partner_touched_shops (
  app_id   bigint  not null,
  fetch_id bigint  not null,
  shop     text    not null,
  is_quiet boolean not null,
  primary key (app_id, fetch_id, shop)
);

-- The uninstalls that count.
create table partner_uninstalls (
  app_id   bigint      not null,
  fetch_id bigint      not null,
  shop     text        not null,
  at       timestamptz not null,
  reason   text,
  note     text,
  primary key (app_id, fetch_id, shop, at)
);
-- The condition keeps PostgreSQL from using it to find those of a shop.
create index partner_uninstalls_by_time on partner_uninstalls (app_id, fetch_id, at) where shop <> '';

-- Every transition since the making of the connection that was stored once, so that none is announced twice.
create table partner_announcements (
  app_id        bigint not null,
  transition_id uuid   not null,
  primary key (app_id, transition_id)
);

-- Published. What apps are to customers, as of the time that lifecycles are complete; a row for each of a customer's shops, which is seldom more than
-- one an app. mrr: monthly, of a paying subscription with known price and interval. *_at: when each last began, whether it lasts or not, or will end.
create view customer_lifecycles as
select c.workspace_id, s.customer_id, l.app_id, l.state, l.since, l.installs, l.plan, l.is_test, l.is_frozen, l.is_paying,
  case when l.is_paying then l.price / case l.billing when 'monthly' then 1 when 'quarterly' then 3 when 'annual' then 12 end end as mrr,
  l.currency, l.installed_at, l.first_installed_at, l.uninstalled_at, l.reinstalled_at, l.paying_at, l.trial_at, l.trial_ends_at, l.cancel_at,
  l.canceled_at
from partner_connections c
join partner_shops s on s.app_id = c.app_id and s.fetch_id = c.shown_id
join partner_lifecycles l on l.app_id = s.app_id and l.fetch_id = s.fetch_id and l.shop = s.shop
where s.customer_id is not null and l.state is not null;
