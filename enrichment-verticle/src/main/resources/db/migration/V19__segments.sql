-- What conditions of segments need to know about custom fields, names and e-mail addresses: dates in texts, and when, by which
-- app and with which request a value last changed.

-- instant_value: the instant that text_value names, if it is a date; indexed once the class FieldInstants has filled it.
-- changed_at, changed_app (null: the console), request_id: of the last change; null in rows from before.
alter table custom_field_values
  add column instant_value timestamptz,
  add column changed_at    timestamptz,
  add column changed_app   bigint,
  add column request_id    text;
alter table customer_profiles
  add column name_changed_at   timestamptz,
  add column name_changed_app  bigint,
  add column name_request_id   text,
  add column email_changed_at  timestamptz,
  add column email_changed_app bigint,
  add column email_request_id  text;

-- Values that were unset, when, by which app (null: the console) and with which request; kept for 30 days. A row stays when its
-- value is set again, so that setting values costs nothing more: the view hides it.
create table unset_custom_field_values (
  workspace_id bigint      not null,
  customer_id  bigint      not null,
  field_id     bigint      not null,
  app_id       bigint      not null,
  unset_at     timestamptz not null,
  unset_app    bigint,
  request_id   text,
  primary key (workspace_id, customer_id, field_id, app_id)
);
create index unset_custom_field_values_by_time on unset_custom_field_values (unset_at);

-- Published: the instant that a text names, null for any other text. It is a date (2026-11-21: the start of the day in UTC) or
-- an instant (2026-11-21T09:30[:00[.000]][Z|±hh:mm]; without an offset in UTC, offsets up to 14 h; a blank may stand for the T)
-- of the years 0001 to 9999. Fractions of up to 9 digits are cut after the microsecond. It never raises an error.
create function field_instant(value text) returns timestamptz
language plpgsql immutable strict parallel safe as $$
declare
  local text := value;
  zone  text := '+00:00';
begin
  -- The pattern captures nothing, since captures cost ten times as much. It admits only days that exist, by the length of the
  -- month and by leap year, so that the cast can't fail.
  if value not like '____-__-__%' or value like '0000%' or value collate "C" !~ (
    '^(?:[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)'
    '|02-(?:0[1-9]|1[0-9]|2[0-8]))|(?:[0-9]{2}(?:0[48]|[2468][048]|[13579][26])|(?:[02468][048]|[13579][26])00)-02-29)'
    '(?:[T ](?:[01][0-9]|2[0-3]):[0-5][0-9](?::[0-5][0-9](?:\.[0-9]{1,9})?)?'
    '(?:Z|[+-](?:(?:0[0-9]|1[0-3]):[0-5][0-9]|14:00))?)?$') then
    return null;
  end if;
  if length(value) = 10 then
    local := value || ' 00:00';
  elsif right(value, 1) = 'Z' then
    local := left(value, -1);
  elsif substr(value, length(value) - 5, 1) in ('+', '-') then
    local := left(value, -6);
    zone := right(value, 6);
  end if;
  return (left(local, 26) || zone)::timestamptz; -- 6 digits of the fraction, since the cast would round
end $$;

-- Triggers, since the previous version writes values too. Their conditions keep them from running for most values; one for all
-- that an update may need, since each statement prepares each trigger's condition.
create function set_field_instant() returns trigger language plpgsql as $$
begin
  new.instant_value := field_instant(new.text_value);
  return new;
end $$;
create trigger custom_field_values_inserted before insert on custom_field_values
for each row when (new.text_value like '____-__-__%') execute function set_field_instant();

-- A change that leaves changed_at as it was is one by the previous version: what is known is not about the new value. A
-- conversion to another type is no change: it moves the value to another column.
create function complete_field_update() returns trigger language plpgsql as $$
begin
  new.instant_value := field_instant(new.text_value);
  if new.changed_at = old.changed_at and (new.number_value <> old.number_value or new.text_value <> old.text_value
    or new.boolean_value <> old.boolean_value or new.long_value <> old.long_value) then
    new.changed_at := null;
    new.changed_app := null;
    new.request_id := null;
  end if;
  return new;
end $$;
create trigger custom_field_values_updated before update on custom_field_values
for each row when (old.instant_value is not null or new.text_value like '____-__-__%'
  or new.changed_at = old.changed_at and (new.number_value <> old.number_value or new.text_value <> old.text_value
    or new.boolean_value <> old.boolean_value or new.long_value <> old.long_value))
execute function complete_field_update();

create function forget_profile_change() returns trigger language plpgsql as $$
begin
  if new.name is distinct from old.name and new.name_changed_at = old.name_changed_at then
    new.name_changed_at := null;
    new.name_changed_app := null;
    new.name_request_id := null;
  end if;
  if new.email is distinct from old.email and new.email_changed_at = old.email_changed_at then
    new.email_changed_at := null;
    new.email_changed_app := null;
    new.email_request_id := null;
  end if;
  return new;
end $$;
create trigger customer_profiles_changed before update on customer_profiles
for each row when ((new.name_changed_at = old.name_changed_at and new.name is distinct from old.name)
  or (new.email_changed_at = old.email_changed_at and new.email is distinct from old.email))
execute function forget_profile_change();

-- Published: the values of custom fields, each in the column of its type. app_id is 0 unless the field has one value per app.
-- Those of deleted fields remain until they are swept. request_id is visible for 30 days.
create view customer_field_values as
select workspace_id, customer_id, field_id, app_id, boolean_value, number_value, text_value, long_value, instant_value,
  changed_at, changed_app, case when changed_at > now() - interval '30 days' then request_id end as request_id
from custom_field_values;

-- Published: the values that were unset within 30 days and not set since.
create view unset_field_values as
select workspace_id, customer_id, field_id, app_id, unset_at, unset_app, request_id
from unset_custom_field_values u
where unset_at > now() - interval '30 days' and not exists (
  select from custom_field_values v
  where v.workspace_id = u.workspace_id and v.customer_id = u.customer_id and v.field_id = u.field_id
    and v.app_id = u.app_id);

-- Published: the definitions of custom fields. owner_app is 0 for a shared one.
create view custom_field_definitions as
select workspace_id, id, owner_app, name, type, scope, private from custom_fields;

-- Published: what conditions may ask of contacts.
create view customer_contacts as
select workspace_id, customer_id, id, email, account_owner, installer, tags, created_at from contacts;

create or replace view customer_names as
select workspace_id, customer_id, name, email,
  name_changed_at, name_changed_app,
  case when name_changed_at > now() - interval '30 days' then name_request_id end as name_request_id,
  email_changed_at, email_changed_app,
  case when email_changed_at > now() - interval '30 days' then email_request_id end as email_request_id
from customer_profiles;

-- Published: keeps the workspace's field definitions as they are until the transaction ends. Taken before the definitions are
-- read by a transaction that stores a reference to a field: of that and a deletion of the field at once exactly one succeeds.
create function lock_custom_fields(workspace bigint) returns void language sql as $$
  select pg_advisory_xact_lock_shared(hashtextextended('custom_fields', workspace))
$$;
