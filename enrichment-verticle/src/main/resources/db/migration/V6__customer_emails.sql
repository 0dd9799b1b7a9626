-- For other roles to read: the e-mail addresses that belong to a shop.
create view customer_emails as
  select workspace_id, customer_id, email from customer_profiles where email is not null
  union all
  select workspace_id, customer_id, email from contacts where email is not null;
