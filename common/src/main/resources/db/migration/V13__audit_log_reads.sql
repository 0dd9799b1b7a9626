-- Indexes of audit_log for its lists, which are ordered by time. Ids of objects and actors are unique over all
-- workspaces, so one index of each serves the list of a workspace and that of all. V7's indexes by id serve none.
create index audit_log_by_workspace_and_time on audit_log (workspace_id, at, id);
create index audit_log_by_time on audit_log (at, id);
create index audit_log_by_object_and_time on audit_log (object_type, object_id, at, id);
create index audit_log_by_actor_and_time on audit_log (actor_type, actor_id, at, id);
create index audit_log_by_action_and_time on audit_log (action, at, id);
drop index audit_log_by_workspace;
drop index audit_log_by_object;
