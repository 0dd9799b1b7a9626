-- The changes of a customer's contacts, for its timeline: their entries name the customer.
create index audit_log_of_contacts_by_time
  on audit_log ((coalesce(after ->> 'customerId', before ->> 'customerId')), at, id)
  where object_type = 'contact';
