-- For other roles to read: a customer's name and e-mail address.
create view customer_names as
  select workspace_id, customer_id, name, email from customer_profiles;
