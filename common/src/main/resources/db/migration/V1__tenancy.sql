-- Tables of the module common: installation, workspaces, apps, API keys, customers. Other modules read
-- them by the views at the end. Later migrations change them by the rule in docs/operators/upgrades.md.

-- One row: the identity of this installation, shared by all of its processes.
create table installation (
  singleton        boolean     primary key default true check (singleton),
  id               uuid        not null,
  setup_token_hash bytea,
  admin_token_hash bytea,
  created_at       timestamptz not null default now()
);

create table workspaces (
  id         bigint      generated always as identity primary key,
  name       text        not null,
  created_at timestamptz not null default now()
);

create table apps (
  id           bigint      generated always as identity primary key,
  workspace_id bigint      not null references workspaces,
  slug         text        not null,
  name         text        not null,
  created_at   timestamptz not null default now(),
  unique (workspace_id, slug)
);

-- Only the hash of a key is stored. Revoked keys are kept, so that they can't become valid again.
create table api_keys (
  id                  text        primary key,
  app_id              bigint      not null references apps,
  name                text        not null,
  prefix              text        not null,
  hash                bytea       not null unique,
  requests_per_second int,
  events_per_second   int,
  created_at          timestamptz not null default now(),
  revoked_at          timestamptz
);
create index api_keys_by_app on api_keys (app_id, created_at);

-- A customer is one merchant shop. A large table: every key starts with the workspace. The fill factor
-- leaves free space on each page, so that updates of last_seen_at stay on it and touch no index.
create table customers (
  workspace_id  bigint      not null references workspaces,
  id            bigint      generated always as identity,
  domain        text        not null,
  first_seen_at timestamptz not null default now(),
  last_seen_at  timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, domain)
) with (fillfactor = 80);

-- Console paths identify a customer by id alone.
create index customers_by_id on customers (id);

-- When retention last checked and dropped partitions, one row per kind of data: so that all processes and
-- restarts together drop no more than one run a day may, and so that a jump of the clock is noticed.
create table retention_runs (
  name          text        primary key,
  looked_at     timestamptz not null,
  -- When the run started that the count below belongs to.
  ran_at        timestamptz,
  dropped       int         not null default 0,
  -- Why the clock is not trusted, and since when.
  doubt         text        check (doubt in ('jump', 'idle')),
  doubted_since timestamptz,
  check ((doubt is null) = (doubted_since is null))
);

-- Published. Outside the service, a customer id is cus_ and 16 hexadecimal digits, which can't be mistaken for
-- any other id. The class CustomerId writes and reads the same format.
create function customer_ref(id bigint) returns text language sql immutable parallel safe as $$
  select 'cus_' || lpad(to_hex(id # 6620735450833548845), 16, '0')
$$;

-- What other modules read.
create view tenancy_installation as select id from installation;

create view tenancy_workspaces as select id, name from workspaces;

create view tenancy_apps as select id, workspace_id, slug, name from apps;

create view tenancy_customers as
select workspace_id, id, domain, first_seen_at, last_seen_at from customers;
