-- New customers, and those that were seen again, are looked at for tracked segments.
create trigger customer_segments_inserted after insert on customers
referencing new table as changed
for each statement execute function record_customer_changes();

create trigger customer_segments_updated after update on customers
referencing old table as was new table as changed
for each statement execute function record_customer_changes();
