-- Published: whose a saved metric is, for the console's access check.
create view usage_metric_workspaces as
select m.id, a.workspace_id from usage_metrics m join tenancy_apps a on a.id = m.app_id;
