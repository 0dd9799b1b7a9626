-- Lifecycles of apps in shops, computed from partner_records.

-- As of what partner_lifecycle_times says. history, history_keys: all spans and transitions, encoded (StoredHistory). next_at: when the row is to be
-- computed again although no record has arrived: at the end of a trial, at a scheduled end, or at the first record that is not before complete_to.
-- state: null while nothing is known but such a record. activated_at: null without a subscription. *_at of the last line: when the last of each began.
create table partner_lifecycles (
  app_id             bigint      not null,
  fetch_id           bigint      not null,
  shop               text        not null,
  history            bytea       not null,
  history_keys       bytea       not null,
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
create index partner_uninstalls_by_time on partner_uninstalls (app_id, fetch_id, at);

-- Every transition since the making of the connection that was stored once, so that none is announced twice.
create table partner_announcements (
  app_id        bigint not null,
  transition_id uuid   not null,
  primary key (app_id, transition_id)
);
