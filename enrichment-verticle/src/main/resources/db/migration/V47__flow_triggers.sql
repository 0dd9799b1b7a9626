-- Records new contacts as causes for flows.
create trigger contact_flows_inserted after insert on contacts
referencing new table as changed
for each statement execute function record_contact_causes();

-- Records changed values as causes for flows.
create trigger custom_field_value_flows_inserted after insert on custom_field_values
referencing new table as changed
for each statement execute function record_value_causes();

create trigger custom_field_value_flows_updated after update on custom_field_values
referencing old table as was new table as changed
for each statement execute function record_value_causes();

create trigger custom_field_value_flows_deleted after delete on custom_field_values
referencing old table as was
for each statement execute function record_value_causes();
