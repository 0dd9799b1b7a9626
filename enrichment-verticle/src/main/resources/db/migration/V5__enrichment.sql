-- What is known of customers: names, custom fields, contacts.

-- What is known of a customer besides its domain; a row exists once something was stored.
create table customer_profiles (
  workspace_id bigint not null,
  customer_id  bigint not null,
  name         text,
  email        text,
  primary key (workspace_id, customer_id)
);

-- The version of a workspace's field definitions, which changes with them. Processes read it along
-- with other data, to detect whether their cached definitions are still valid.
create table custom_field_catalogs (
  workspace_id bigint primary key references workspaces,
  version      bigint not null
);

-- owner_app is 0 for a shared field, so that one constraint makes names unique.
create table custom_fields (
  id           bigint      generated always as identity primary key,
  workspace_id bigint      not null references workspaces,
  owner_app    bigint      not null,
  name         text        not null,
  type         text        not null check (type in ('text', 'number', 'boolean', 'json')),
  scope        text        not null check (scope in ('app', 'all-apps', 'customers')),
  private      boolean     not null default false,
  created_at   timestamptz not null default now(),
  check ((scope = 'app') = (owner_app <> 0)),
  unique (workspace_id, owner_app, name)
);

-- One row per value: see docs/decisions/0002-custom-field-values.md. Large: keys start with the
-- workspace. app_id is 0 unless the field has one value per app (scope all-apps), so that promoting
-- a field touches no value. text_value holds texts that fit an index; long_value longer ones and json.
create table custom_field_values (
  customer_id   bigint not null,
  workspace_id  bigint not null,
  field_id      bigint not null,
  app_id        bigint not null,
  boolean_value boolean,
  number_value  numeric,
  text_value    text collate "C",
  long_value    text,
  primary key (workspace_id, customer_id, field_id, app_id),
  check (num_nonnulls(boolean_value, number_value, text_value, long_value) = 1)
);

-- Every row is in exactly one index; they contain the customer so that a condition needs no table.
create index custom_field_values_by_number
  on custom_field_values (workspace_id, field_id, number_value, customer_id)
  where number_value is not null;
create index custom_field_values_by_text
  on custom_field_values (workspace_id, field_id, text_value, customer_id)
  where text_value is not null;
create index custom_field_values_by_boolean
  on custom_field_values (workspace_id, field_id, boolean_value, customer_id)
  where boolean_value is not null;
create index custom_field_values_long
  on custom_field_values (workspace_id, field_id, customer_id)
  where long_value is not null;

-- Deleted fields whose values have not been swept yet.
create table deleted_custom_fields (
  workspace_id bigint      not null,
  field_id     bigint      not null,
  deleted_at   timestamptz not null default now(),
  primary key (workspace_id, field_id)
);

-- Contacts of a shop. platform_id is the platform's user id; only a manual contact may lack one.
-- source_app is the app that first pushed the contact, null for a manual one.
create table contacts (
  workspace_id  bigint      not null,
  id            bigint      generated always as identity,
  customer_id   bigint      not null,
  platform_id   text,
  first_name    text,
  last_name     text,
  email         text,
  account_owner boolean     not null default false,
  installer     boolean     not null default false,
  tags          text[]      not null default '{}',
  source_app    bigint,
  created_at    timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, customer_id, platform_id),
  check (platform_id is not null or source_app is null)
);
create index contacts_by_id on contacts (id);

-- Fields whose type is being changed: with a check's id and expiry while their values are checked,
-- without them from the change of the type until all values are converted. missed: a push has
-- meanwhile set a value that does not convert. Small.
create table custom_field_retypes (
  workspace_id  bigint      not null,
  field_id      bigint      not null references custom_fields on delete cascade,
  from_type     text        not null,
  to_type       text        not null,
  check_id      uuid,
  checked_until timestamptz,
  missed        boolean     not null default false,
  primary key (workspace_id, field_id),
  check ((check_id is null) = (checked_until is null))
);

-- For other roles to read: the e-mail addresses that belong to a shop.
create view customer_emails as
  select workspace_id, customer_id, email from customer_profiles where email is not null
  union all
  select workspace_id, customer_id, email from contacts where email is not null;

-- For other roles to read: a customer's name and e-mail address.
create view customer_names as
  select workspace_id, customer_id, name, email from customer_profiles;
