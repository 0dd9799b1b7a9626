-- What was fetched from partner interfaces.

-- pass: the pass that stored it or changed it last; it counts once that pass of its stream is complete. outcome 'unknown': of a type that the
-- dialect doesn't have; 'rejected': for the reason in problem. digest: equal for equal content, whether or not the platform hides the shop.
create table partner_records (
  app_id        bigint      not null,
  fetch_id      bigint      not null,
  stream        text        not null,
  key           text        not null,
  pass          bigint      not null,
  outcome       text        not null,
  type          text        not null,
  problem       text,
  kind          text,
  at            timestamptz,
  shop          text,
  shop_domain   text,
  shop_name     text,
  subscription  text,
  plan          text,
  amount        numeric,
  currency      text,
  billing       text,
  trial_days    int,
  trial_ends_at timestamptz,
  effective_at  timestamptz,
  category      text,
  net           numeric,
  gross         numeric,
  fee           numeric,
  settled_on    date,
  reason        text,
  note          text,
  status        text,
  is_test       boolean     not null default false,
  digest        bytea       not null,
  raw           json        not null,
  primary key (app_id, fetch_id, stream, key)
);
-- That pass > 0 is true of all. Statements say so that need these two indexes: they can't be taken for look-ups by key, for which the planner
-- thinks them as good as the primary key while it knows little of the table, or of a new app.
create index partner_records_by_pass on partner_records (app_id, fetch_id, stream, pass) where pass > 0;
create index partner_records_by_shop on partner_records (app_id, fetch_id, shop, at) where pass > 0;
create index partner_records_by_time on partner_records (app_id, fetch_id, at, stream, key, kind) where outcome = 'record';
create index partner_records_unmapped on partner_records (app_id, fetch_id, stream, outcome, type) where outcome <> 'record';

-- New content of records that count already, for the time until the pass is complete.
create table partner_changes (like partner_records including defaults, primary key (app_id, fetch_id, stream, key));

-- The shops of the records that count. domain, name: those of the latest record that has them; at: its time. Null while the platform hides them.
create table partner_shops (
  app_id      bigint not null,
  fetch_id    bigint not null,
  shop        text   not null,
  domain      text,
  name        text,
  at          timestamptz,
  customer_id bigint,
  primary key (app_id, fetch_id, shop)
);
-- Partial, so that it can't be taken for look-ups by shop.
create index partner_shops_by_customer on partner_shops (app_id, fetch_id, customer_id) where customer_id is not null;
create index partner_shops_redacted on partner_shops (app_id, fetch_id, shop) where domain is null;

-- The same of the records of a pass that is not complete yet.
create table partner_shop_changes (
  app_id   bigint not null,
  fetch_id bigint not null,
  stream   text   not null,
  shop     text   not null,
  domain   text,
  name     text,
  at       timestamptz,
  primary key (app_id, fetch_id, stream, shop)
);
