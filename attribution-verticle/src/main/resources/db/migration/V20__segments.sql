-- Published: which affiliates are credited with a customer, for conditions of segments.
create view customer_credits as
select workspace_id, customer_id, app_id, affiliate_id, code, carrier, credited_at
from attribution_credits
where affiliate_id is not null;

-- Published: the names of affiliates.
create view affiliate_names as select workspace_id, id, name from affiliates;
