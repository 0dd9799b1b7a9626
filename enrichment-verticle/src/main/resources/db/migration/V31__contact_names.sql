-- Names of contacts, which mails show.
create or replace view customer_contacts as
select workspace_id, customer_id, id, email, account_owner, installer, tags, created_at, first_name, last_name from contacts;
