-- Customers whose values, names, e-mail addresses or contacts change are looked at for tracked segments.
create trigger custom_field_value_segments_inserted after insert on custom_field_values
referencing new table as changed
for each statement execute function record_value_changes();

create trigger custom_field_value_segments_updated after update on custom_field_values
referencing old table as was new table as changed
for each statement execute function record_value_changes();

create trigger custom_field_value_segments_deleted after delete on custom_field_values
referencing old table as was
for each statement execute function record_value_changes();

create trigger customer_profile_segments_inserted after insert on customer_profiles
referencing new table as changed
for each statement execute function record_profile_changes();

create trigger customer_profile_segments_updated after update on customer_profiles
referencing old table as was new table as changed
for each statement execute function record_profile_changes();

create trigger contact_segments_inserted after insert on contacts
referencing new table as changed
for each statement execute function record_contact_changes();

create trigger contact_segments_updated after update on contacts
referencing old table as was new table as changed
for each statement execute function record_contact_changes();

create trigger contact_segments_deleted after delete on contacts
referencing old table as was
for each statement execute function record_contact_changes();
