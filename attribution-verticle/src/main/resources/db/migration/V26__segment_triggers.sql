-- Customers whose credits change are looked at for tracked segments.
create trigger attribution_credit_segments_inserted after insert on attribution_credits
referencing new table as changed
for each statement execute function record_credit_changes();

create trigger attribution_credit_segments_updated after update on attribution_credits
referencing new table as changed
for each statement execute function record_credit_changes();
