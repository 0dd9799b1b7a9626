-- One row: the identity of this installation, shared by all of its processes.
create table installation (
  singleton        boolean     primary key default true check (singleton),
  id               uuid        not null,
  setup_token_hash bytea,
  admin_token_hash bytea,
  created_at       timestamptz not null default now()
);

create table workspaces (
  id         int         generated always as identity primary key,
  name       text        not null,
  created_at timestamptz not null default now()
);

create table apps (
  id           int         generated always as identity primary key,
  workspace_id int         not null references workspaces,
  slug         text        not null,
  name         text        not null,
  created_at   timestamptz not null default now(),
  unique (workspace_id, slug)
);

-- Only the hash of a key is stored. Revoked keys are kept, so that they can't become valid again.
create table api_keys (
  id                  text        primary key,
  app_id              int         not null references apps,
  name                text        not null,
  prefix              text        not null,
  hash                bytea       not null unique,
  requests_per_second int,
  events_per_second   int,
  created_at          timestamptz not null default now(),
  revoked_at          timestamptz
);
create index api_keys_by_app on api_keys (app_id, created_at);

-- A customer is one merchant shop. A large table: every key starts with the workspace.
create table customers (
  workspace_id  int         not null references workspaces,
  id            bigint      generated always as identity,
  domain        text        not null,
  first_seen_at timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, domain)
);
