-- Customers whose sessions change are looked at for tracked segments. An update changes neither start nor customer.
create trigger session_segments_inserted after insert on sessions
referencing new table as changed
for each statement execute function record_session_changes();

create trigger session_segments_deleted after delete on sessions
referencing old table as changed
for each statement execute function record_session_changes();
