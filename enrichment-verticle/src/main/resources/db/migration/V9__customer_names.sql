-- What other roles may read here: how a customer calls itself.
create view customer_names as
  select workspace_id, customer_id, name, email from customer_profiles;
