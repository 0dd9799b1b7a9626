-- Fields whose type is being changed: with a check's id and expiry while their values are checked,
-- without them from the change of the type until all values are converted. missed: a push has
-- meanwhile set a value that does not convert. Small; processes of the previous version don't know it.
create table custom_field_retypes (
  workspace_id  int         not null,
  field_id      int         not null references custom_fields on delete cascade,
  from_type     text        not null,
  to_type       text        not null,
  check_id      uuid,
  checked_until timestamptz,
  missed        boolean     not null default false,
  primary key (workspace_id, field_id),
  check ((check_id is null) = (checked_until is null))
);
