-- Published: whose an affiliate is, for the console's access check.
create view affiliate_workspaces as select id, workspace_id from affiliates;
