-- What the partner interface is asked for: docs/operators/partner.md.

-- Every change of a connection has a revision of its own, and no two connections share one: what was begun under another one has no effect.
create sequence partner_revisions;

-- What was fetched under one configuration. dropped: it no longer belongs to a connection, and its rows are deleted in the background.
create table partner_fetches (
  app_id     bigint      not null references apps,
  id         bigint      generated always as identity,
  dropped    boolean     not null default false,
  created_at timestamptz not null default now(),
  primary key (app_id, id)
);
create index partner_fetches_dropped on partner_fetches (app_id, id) where dropped;

-- fetch_id: what is being fetched; shown_id: what counts, another one while a changed configuration is fetched for the first time. parameters:
-- without secrets. next_at: when there is something to do. backfill_*: the last backfill; backfill_first: that of a new configuration, which ends
-- at backfill_end.
create table partner_connections (
  app_id                bigint      primary key references apps,
  workspace_id          bigint      not null references workspaces,
  revision              bigint      not null default nextval('partner_revisions'),
  fetch_id              bigint      not null,
  shown_id              bigint      not null,
  dialect               text        not null,
  parameters            jsonb       not null,
  since                 date        not null,
  interval_seconds      int         not null,
  is_paused             boolean     not null default false,
  stopped_code          text,
  stopped_message       text,
  stopped_answer        text,
  stopped_at            timestamptz,
  next_at               timestamptz not null default now(),
  sync_at               timestamptz,
  rebuild_at            timestamptz,
  backfill_first        boolean     not null default true,
  backfill_from         date        not null,
  backfill_to           date        not null,
  backfill_end          timestamptz not null,
  backfill_windows      int         not null default 0,
  backfill_windows_done int         not null default 0,
  backfill_records      bigint      not null default 0,
  backfill_started_at   timestamptz not null default now(),
  backfill_finished_at  timestamptz,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  foreign key (app_id, fetch_id) references partner_fetches,
  foreign key (app_id, shown_id) references partner_fetches
) with (fillfactor = 70);
create index partner_connections_due on partner_connections (next_at) where not is_paused and stopped_code is null;

-- Tokens, encrypted with SHOPWIRE_SECRET_KEYS.
create table partner_secrets (
  app_id bigint not null,
  name   text   not null,
  key_id text   not null,
  sealed bytea  not null,
  primary key (app_id, name),
  foreign key (app_id) references partner_connections on delete cascade
);

-- Who polls a connection; the epoch changes with the owner.
create table partner_leases (
  app_id  bigint      primary key,
  owner   uuid        not null,
  epoch   bigint      not null,
  ends_at timestamptz not null
) with (fillfactor = 50);

-- pass: the last complete one, whose records and those of earlier ones count. backfill_at: where the backfill continues; null once the stream
-- is through. last_sync_at, reread_at: when the last sync began, and the last one of a day, which reads further back.
create table partner_streams (
  app_id        bigint      not null,
  fetch_id      bigint      not null,
  name          text        not null,
  pass          bigint      not null default 0,
  complete_to   timestamptz,
  watermark     timestamptz,
  last_sync_at  timestamptz,
  reread_at     timestamptz,
  backfill_at   timestamptz,
  records       bigint      not null default 0,
  tests         bigint      not null default 0,
  unattributed  bigint      not null default 0,
  rejected      bigint      not null default 0,
  duplicates    bigint      not null default 0,
  late          bigint      not null default 0,
  changed       bigint      not null default 0,
  requests      bigint      not null default 0,
  retries       bigint      not null default 0,
  error_at      timestamptz,
  error_code    text,
  error_message text,
  error_answer  text,
  primary key (app_id, fetch_id, name),
  foreign key (app_id, fetch_id) references partner_fetches
) with (fillfactor = 50);

-- Token buckets, which connections of several workspaces may share: the SHA-256 of the bucket's text. paused_until: the platform asked for that.
create table partner_buckets (
  bucket       bytea            primary key,
  tokens       double precision not null,
  filled_at    timestamptz      not null,
  paused_until timestamptz
) with (fillfactor = 50);
