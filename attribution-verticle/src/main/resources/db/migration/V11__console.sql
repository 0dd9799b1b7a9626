-- Published: whose an affiliate is, for the console's access check.
create view affiliate_workspaces as select id, workspace_id from affiliates;

-- Published: which affiliates are credited with a customer, one per app, for lists of customers.
create view credited_affiliates as
select workspace_id, customer_id, app_id, affiliate_id from attribution_credits
where affiliate_id is not null;
