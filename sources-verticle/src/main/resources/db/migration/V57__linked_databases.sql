-- Databases of users, from which custom fields are read: docs/operators/linked-fields.md.

-- What may be shown. accepts_writable: the workspace admits a role that may create or write. proven, probes, checked_at: of the last proof.
create table linked_databases (
  workspace_id     bigint      not null references workspaces,
  id               bigint      generated always as identity,
  name             text        not null,
  app_id           bigint      references apps,
  engine           text        not null check (engine in ('postgresql', 'mysql')),
  host             text        not null,
  port             int         not null,
  database_name    text        not null,
  user_name        text        not null,
  accepts_writable boolean     not null,
  statement_millis int         not null,
  max_rows         bigint      not null,
  max_bytes        bigint      not null,
  proven           boolean     not null,
  checked_at       timestamptz not null,
  probes           jsonb       not null,
  revision         bigint      not null default 1,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
create index linked_databases_by_id on linked_databases (id);

-- The URIs with their passwords, encrypted with SHOPWIRE_SECRET_KEYS.
create table linked_database_secrets (
  workspace_id bigint not null,
  database_id  bigint not null,
  key_id       text   not null,
  sealed       bytea  not null,
  primary key (workspace_id, database_id),
  foreign key (workspace_id, database_id) references linked_databases on delete cascade
);

-- Who uses a database at this moment; the epoch changes with the owner.
create table linked_database_leases (
  database_id bigint      primary key,
  owner       uuid        not null,
  epoch       bigint      not null,
  ends_at     timestamptz not null
) with (fillfactor = 50);

-- Published: whose they are, for the console's access check.
create view linked_database_workspaces as select id, workspace_id from linked_databases;
