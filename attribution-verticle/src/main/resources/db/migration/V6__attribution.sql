-- Affiliates, their codes, credits for referred shops, and the events of install sources.

create table affiliates (
  workspace_id bigint      not null references workspaces,
  id           bigint      generated always as identity,
  name         text        not null,
  email        text,
  active       boolean     not null default true,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id)
);
create index affiliates_by_id on affiliates (id);

-- The apps that an affiliate is limited to; without any it takes part in the programs of all apps.
create table affiliate_apps (
  workspace_id bigint not null,
  affiliate_id bigint not null,
  app_id       bigint not null references apps,
  primary key (workspace_id, affiliate_id, app_id),
  foreign key (workspace_id, affiliate_id) references affiliates
);

-- normalised is the code trimmed and in lower case: codes are compared by it, and it is unique.
create table affiliate_codes (
  workspace_id bigint      not null,
  normalised   text        not null,
  affiliate_id bigint      not null,
  code         text        not null,
  expires_at   timestamptz,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, normalised),
  foreign key (workspace_id, affiliate_id) references affiliates
);
create index affiliate_codes_by_affiliate on affiliate_codes (workspace_id, affiliate_id);

create table attribution_settings (
  workspace_id  bigint primary key references workspaces,
  self_referral text   not null check (self_referral in ('refuse', 'flag'))
);

-- By domain, since a shop may be excluded before anything is known of it.
create table excluded_shops (
  workspace_id bigint not null,
  app_id       bigint not null references apps,
  domain       text   not null,
  primary key (workspace_id, app_id, domain)
);

-- One permanent row per shop and app: the primary key ensures that only the first touch counts. An
-- admin's correction changes the affiliate; null means that an admin removed the credit.
create table attribution_credits (
  workspace_id bigint      not null,
  app_id       bigint      not null,
  customer_id  bigint      not null,
  id           bigint      generated always as identity,
  affiliate_id bigint,
  code         text,
  carrier      text        not null,
  credited_at  timestamptz not null default clock_timestamp(),
  corrected_at timestamptz,
  primary key (workspace_id, app_id, customer_id)
);
create index attribution_credits_by_id on attribution_credits (workspace_id, id);
create index attribution_credits_by_customer on attribution_credits (workspace_id, customer_id);

-- Every code seen and every correction. Append-only: rows never change, not even names. The clock
-- instead of now(): the later of two decisions has the later time, even if its transaction started first.
-- reevaluates: the id of the row that was decided again.
create table attribution_log (
  workspace_id   bigint      not null,
  id             bigint      generated always as identity,
  logged_at      timestamptz not null default clock_timestamp(),
  app_id         bigint      not null,
  customer_id    bigint      not null,
  code           text,
  normalised     text,
  carrier        text        not null
    check (carrier in ('api', 'script', 'code_entry', 'other', 'listing', 'manual', 'reevaluation')),
  outcome        text        not null
    check (outcome in ('attributed', 'refused', 'assigned', 'reassigned', 'removed')),
  reason         text,
  self_referral  boolean     not null default false,
  affiliate_id   bigint,
  affiliate_name text,
  winner_id      bigint,
  winner_name    text,
  note           text,
  occurred_at    timestamptz,
  source_key     text,
  reevaluates    bigint,
  primary key (workspace_id, id)
);
create index attribution_log_by_customer on attribution_log (workspace_id, customer_id, id);
create index attribution_log_by_app on attribution_log (workspace_id, app_id, id);
create index attribution_log_by_code on attribution_log (workspace_id, normalised, id);

create function refuse_change_of_log() returns trigger
language plpgsql as $$
begin
  raise exception 'the attribution log is append-only';
end $$;
create trigger attribution_log_is_append_only
  before update or delete on attribution_log
  for each row execute function refuse_change_of_log();
create trigger attribution_log_is_not_truncated
  before truncate on attribution_log
  for each statement execute function refuse_change_of_log();

-- For other roles to read (ARCHITECTURE.md: each table has one owner): the credits of a shop.
create view customer_attributions as
  select c.workspace_id, c.customer_id, c.app_id, a.name as affiliate_name, c.code, c.carrier,
    c.credited_at
  from attribution_credits c
  join affiliates a on a.workspace_id = c.workspace_id and a.id = c.affiliate_id;

-- One row per install source: how far it was read, and what the last run found.
create table install_sources (
  workspace_id     bigint      not null references workspaces,
  app_id           bigint      not null references apps,
  watermark        timestamptz,
  first_event_at   timestamptz,
  last_started_at  timestamptz,
  last_finished_at timestamptz,
  last_error       text,
  warnings         text[]      not null default '{}',
  rows_read        bigint      not null default 0,
  bad_key_rows     bigint      not null default 0,
  bad_time_rows    bigint      not null default 0,
  bad_shop_rows    bigint      not null default 0,
  new_shops        bigint,
  seen_shops       bigint,
  primary key (workspace_id, app_id)
);

-- Counts of all events so far: in total, without a code, credited, and refused by reason.
create table install_counts (
  workspace_id bigint not null,
  app_id       bigint not null,
  what         text   not null,
  events       bigint not null,
  primary key (workspace_id, app_id, what)
);

-- Every processed event, with or without a code: the primary key ensures that it counts once.
create table install_events (
  workspace_id bigint      not null,
  app_id       bigint      not null,
  event_key    text        not null,
  shop         text        not null,
  occurred_at  timestamptz not null,
  primary key (workspace_id, app_id, event_key)
);
