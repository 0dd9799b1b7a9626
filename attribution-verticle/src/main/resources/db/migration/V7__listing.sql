-- One row per install source: how far it was read, and what the last run found.
create table listing_sources (
  workspace_id     int         not null references workspaces,
  app_id           int         not null references apps,
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
create table listing_counts (
  workspace_id int    not null,
  app_id       int    not null,
  what         text   not null,
  events       bigint not null,
  primary key (workspace_id, app_id, what)
);

-- Every processed event, with or without a code: the primary key ensures that it counts once.
create table listing_events (
  workspace_id int         not null,
  app_id       int         not null,
  event_key    text        not null,
  shop         text        not null,
  occurred_at  timestamptz not null,
  primary key (workspace_id, app_id, event_key)
);
