-- Records credits as causes for flows.
create trigger attribution_credit_flows_inserted after insert on attribution_credits
referencing new table as changed
for each statement execute function record_credit_causes();

create trigger attribution_credit_flows_updated after update on attribution_credits
referencing old table as was new table as changed
for each statement execute function record_credit_causes();
