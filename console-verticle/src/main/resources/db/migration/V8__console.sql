-- Tables of the module console: people, what lets them in, and saved views. Secrets are stored as SHA-256 hashes
-- (random ones), Argon2id (passwords) or encrypted (TOTP).
create table console_users (
  id             bigint      generated always as identity primary key,
  email          text        not null,
  name           text        not null,
  -- Null for users who sign in by OIDC alone.
  password_hash  text,
  operator       boolean     not null default false,
  disabled       boolean     not null default false,
  -- Null: the workspace's.
  timezone       text,
  theme          text        not null default 'system' check (theme in ('system', 'light', 'dark')),
  shortcuts      boolean     not null default true,
  totp_key_id    text,
  totp_secret    bytea,
  totp_confirmed boolean     not null default false,
  -- The last time step whose code was used; each is good once.
  totp_step      bigint      not null default 0,
  oidc_issuer    text,
  oidc_subject   text,
  created_at     timestamptz not null default now(),
  last_sign_in_at timestamptz,
  unique (oidc_issuer, oidc_subject),
  check ((oidc_issuer is null) = (oidc_subject is null)),
  check (totp_secret is not null or not totp_confirmed)
);
create unique index console_users_by_email on console_users (lower(email));

create table console_recovery_codes (
  user_id bigint not null references console_users on delete cascade,
  hash    bytea  not null,
  primary key (user_id, hash)
);

create table console_memberships (
  workspace_id bigint      not null references workspaces,
  user_id      bigint      not null references console_users on delete cascade,
  role         text        not null check (role in ('analyst', 'admin', 'owner')),
  created_at   timestamptz not null default now(),
  primary key (user_id, workspace_id)
);
create index console_memberships_by_workspace on console_memberships (workspace_id, user_id);

create table console_workspace_settings (
  workspace_id bigint  primary key references workspaces,
  timezone     text,
  require_totp boolean not null default false
);

create table console_sessions (
  id           bigint      generated always as identity primary key,
  token_hash   bytea       not null unique,
  user_id      bigint      not null references console_users on delete cascade,
  address      text        not null,
  user_agent   text        not null,
  created_at   timestamptz not null default now(),
  last_used_at timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index console_sessions_by_user on console_sessions (user_id, id);
create index console_sessions_by_expiry on console_sessions (expires_at);

-- Browsers that a user has signed in with before.
create table console_devices (
  token_hash bytea       primary key,
  user_id    bigint      not null references console_users on delete cascade,
  expires_at timestamptz not null
);
create index console_devices_by_user on console_devices (user_id);

-- Failed sign-ins, for limits; old rows are deleted.
create table console_sign_in_failures (
  id      bigint      generated always as identity primary key,
  -- SHA-256 of the e-mail in lower case, since people type passwords into that field.
  email   bytea       not null,
  address text        not null,
  device  bytea,
  at      timestamptz not null default now()
);
create index console_sign_in_failures_by_email on console_sign_in_failures (email, at);
create index console_sign_in_failures_by_address on console_sign_in_failures (address, at);
create index console_sign_in_failures_by_device on console_sign_in_failures (device, at);
create index console_sign_in_failures_by_time on console_sign_in_failures (at);

create table console_setup_tokens (
  token_hash bytea       primary key,
  expires_at timestamptz not null
);

create table console_invitations (
  id           bigint      generated always as identity primary key,
  workspace_id bigint      not null references workspaces,
  email        text        not null,
  role         text        not null check (role in ('analyst', 'admin', 'owner')),
  token_hash   bytea       not null unique,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz not null
);
create index console_invitations_by_workspace on console_invitations (workspace_id, id);

create table console_password_resets (
  token_hash bytea       primary key,
  user_id    bigint      not null references console_users on delete cascade,
  expires_at timestamptz not null
);
create index console_password_resets_by_user on console_password_resets (user_id);

create table console_api_tokens (
  id           bigint      generated always as identity primary key,
  token_hash   bytea       not null unique,
  prefix       text        not null,
  user_id      bigint      not null,
  workspace_id bigint      not null,
  name         text        not null,
  role         text        not null check (role in ('analyst', 'admin', 'owner')),
  created_at   timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at   timestamptz,
  -- A token ends with the membership.
  foreign key (user_id, workspace_id) references console_memberships (user_id, workspace_id)
    on delete cascade
);
create index console_api_tokens_by_user on console_api_tokens (user_id, id);
create index console_api_tokens_by_workspace on console_api_tokens (workspace_id, id);

create table console_saved_views (
  id           bigint      generated always as identity primary key,
  workspace_id bigint      not null references workspaces,
  user_id      bigint      not null references console_users on delete cascade,
  name         text        not null,
  page         text        not null,
  query        text        not null,
  shared       boolean     not null,
  created_at   timestamptz not null default now()
);
create index console_saved_views_by_workspace on console_saved_views (workspace_id, id);
