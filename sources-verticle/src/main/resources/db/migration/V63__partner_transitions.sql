-- Transitions of lifecycles that were announced, from which dry runs of flows take their causes.

-- at: when it was stored. occurred_at: when it happened.
create table partner_transitions (
  workspace_id  bigint      not null,
  app_id        bigint      not null,
  transition_id uuid        not null,
  customer_id   bigint      not null,
  topic         text        not null,
  at            timestamptz not null default now(),
  occurred_at   timestamptz not null,
  primary key (workspace_id, app_id, transition_id)
);
create index partner_transitions_by_topic on partner_transitions (workspace_id, topic, at);

-- Published. Announced transitions: those that start flows.
create view lifecycle_transitions as
select workspace_id, app_id, customer_id, topic, at, occurred_at from partner_transitions;
