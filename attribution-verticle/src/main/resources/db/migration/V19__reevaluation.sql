-- Two more carriers: any other name that a caller sends, and a row of the log that was decided again,
-- whose id is in reevaluates. Existing rows satisfy the former check, so nothing is validated.
alter table attribution_log drop constraint attribution_log_carrier_check;
alter table attribution_log add constraint attribution_log_carrier_check
  check (carrier in ('api', 'script', 'code_entry', 'other', 'listing', 'manual', 'reevaluation'))
  not valid;
alter table attribution_log add column reevaluates bigint;
