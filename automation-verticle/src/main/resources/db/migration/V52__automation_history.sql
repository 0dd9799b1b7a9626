-- How often causes of a customer were refused by a flow, by reason, and when last: a row each would grow with every event. Kept as long as
-- runs that ended.
create table flow_refusals (
  workspace_id bigint      not null,
  customer_id  bigint      not null,
  flow_id      bigint      not null,
  reason       text        not null,
  count        bigint      not null,
  last_at      timestamptz not null,
  primary key (workspace_id, customer_id, flow_id, reason)
) with (fillfactor = 70);
