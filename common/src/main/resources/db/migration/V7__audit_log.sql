-- Who changed what in the console. Every row is written in the transaction of its change. Actors, objects and
-- workspaces are not referenced, since rows outlive them.
create table audit_log (
  id           bigint      generated always as identity primary key,
  at           timestamptz not null default clock_timestamp(),
  -- Null for what belongs to no workspace, such as a failed sign-in.
  workspace_id bigint,
  actor_type   text        not null check (actor_type in ('user', 'token', 'admin_token', 'system')),
  actor_id     text,
  actor_name   text,
  action       text        not null,
  object_type  text        not null,
  object_id    text        not null,
  object_name  text,
  -- Only the fields that changed.
  before       jsonb,
  after        jsonb,
  address      text        not null,
  request_id   text        not null
);
create index audit_log_by_workspace on audit_log (workspace_id, id);
create index audit_log_by_object on audit_log (workspace_id, object_type, object_id, id);

-- Only erasure and retention may change or delete rows: they set shopwire.audit_erasure for their transaction.
create function reject_audit_log_change() returns trigger language plpgsql as $$
begin
  if current_setting('shopwire.audit_erasure', true) = 'on' then
    return case tg_op when 'DELETE' then old else new end;
  end if;
  raise exception 'rows of audit_log are never changed or deleted';
end
$$;
create trigger audit_log_append_only before update or delete on audit_log
for each row execute function reject_audit_log_change();
create trigger audit_log_no_truncate before truncate on audit_log
for each statement execute function reject_audit_log_change();

-- Published: whose an app or a customer is, for the console's access check.
create view app_workspaces as select id, workspace_id from apps;
create view customer_workspaces as select id, workspace_id from customers;
