-- Flows are told of new contacts.
create trigger contact_flows_inserted after insert on contacts
referencing new table as changed
for each statement execute function record_contact_causes();
