-- A workspace's list of one action. Unlike the ids of objects and actors, an action occurs in all workspaces: the index by
-- action would read those of all others, the one by workspace its entries of all other actions.
create index audit_log_by_workspace_and_action on audit_log (workspace_id, action, at, id);
