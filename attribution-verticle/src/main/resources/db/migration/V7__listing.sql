-- One row a connected source of install events: how far it was read, and what the last run found.
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

-- What became of all events so far: how many there were, had no code, were credited, were refused.
create table listing_counts (
  workspace_id int    not null,
  app_id       int    not null,
  what         text   not null,
  events       bigint not null,
  primary key (workspace_id, app_id, what)
);

-- Every event that was taken, with or without a code: its primary key is what makes it count once.
create table listing_events (
  workspace_id int         not null,
  app_id       int         not null,
  event_key    text        not null,
  shop         text        not null,
  occurred_at  timestamptz not null,
  primary key (workspace_id, app_id, event_key)
);
