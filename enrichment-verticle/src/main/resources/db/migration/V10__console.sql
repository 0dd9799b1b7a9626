-- Published: whose a custom field or a contact is, for the console's access check.
create view custom_field_workspaces as select id, workspace_id from custom_fields;
create view contact_workspaces as select id, workspace_id from contacts;
