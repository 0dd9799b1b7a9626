-- Makes event ids unique permanently: see docs/decisions/0001-event-table-layout.md.
-- The key is the id itself if that is a UUID, otherwise 128 bits of its SHA-256.
create table usage_event_ids (
  app_id    bigint not null,
  event_key uuid   not null,
  primary key (app_id, event_key)
);

-- Identifies the write that stored an event. A writer uses one number for all events of a write.
create sequence usage_event_groups;

-- event_id is null if it equals event_key::text, that is, if the id is a UUID.
create table usage_events (
  app_id      bigint      not null,
  customer_id bigint      not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  event_key   uuid        not null,
  event_id    text,
  event_name  text        not null,
  path        text,
  session_key text,
  properties  jsonb,
  group_id    bigint      not null default nextval('usage_event_groups')
) partition by range (received_at);

-- For lists by time, name and shop, with keyset pagination, newest first, and a tiebreaker. Including
-- the customer lets uniques and funnels use index-only scans.
create index usage_events_by_time on usage_events (app_id, occurred_at, event_key)
include (customer_id);
create index usage_events_by_name on usage_events (app_id, event_name, occurred_at, event_key)
include (customer_id);
create index usage_events_by_customer on usage_events (app_id, customer_id, occurred_at, event_key);
create index usage_events_by_group on usage_events (app_id, group_id);

-- What other modules read: all keys ever seen, and the events that are stored.
create view usage_event_keys as select app_id, event_key from usage_event_ids;

create view stored_usage_events as
select app_id, customer_id, occurred_at, received_at, event_key, event_id, event_name, path, session_key,
  properties, group_id
from usage_events;

-- Published. Moves the events of a group after the first `kept` into a new group, so that a group that
-- is too large or has a faulty event can be aggregated in parts.
create function split_usage_event_group(app bigint, grp bigint, kept bigint, out new_group bigint,
  out moved bigint)
language plpgsql volatile
set jit = off set enable_seqscan = off as $$
begin
  new_group := nextval('usage_event_groups');
  update usage_events e set group_id = new_group
  from (
    select event_key from usage_events where app_id = app and group_id = grp
    order by event_key offset kept
  ) later
  where e.app_id = app and e.group_id = grp and e.event_key = later.event_key;
  get diagnostics moved = row_count;
end $$;

-- Creates the partitions from this month to months_ahead later. The first one has no lower bound, so
-- that rows still fit if the clock steps back. Partitions are attached, not created in place: that
-- acquires a lock that does not block writers. Acquires no lock if all months exist: a starting process or a writer must not wait for a lock on the
-- table. Otherwise it waits two seconds at most.
create function create_usage_event_partitions(months_ahead int) returns void
language plpgsql as $$
declare
  month timestamptz;
  name text;
  first boolean;
begin
  for ahead in 0..months_ahead loop
    month := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
      + make_interval(months => ahead);
    name := 'usage_events_' || to_char(month at time zone 'UTC', 'YYYY_MM');
    continue when to_regclass(name) is not null;
    perform set_config('lock_timeout', '2s', true);
    perform pg_advisory_xact_lock(hashtext('usage_event_partitions'));
    if to_regclass(name) is null then
      first := not exists (select from pg_inherits where inhparent = 'usage_events'::regclass);
      execute format('create table %I (like usage_events including defaults including constraints)',
        name);
      execute format('alter table usage_events attach partition %I for values from (%s) to (%L)',
        name,
        case when first then 'minvalue' else quote_literal(month) end,
        (month at time zone 'UTC' + interval '1 month') at time zone 'UTC');
    end if;
  end loop;
end $$;

-- The approximate arrival time of the newest event: read from the last pages of the newest non-empty
-- partition, since events are appended. Null if there are no events.
create function newest_usage_event() returns timestamptz language plpgsql stable as $$
declare
  part regclass;
  newest timestamptz;
begin
  for part in
    with month as materialized (
      select c.oid, pg_get_expr(c.relpartbound, c.oid) as bound
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'usage_events'::regclass
    )
    select oid::regclass from month
    order by (regexp_match(bound, 'TO \(''(\d{4}-[^'']+)''\)'))[1]::timestamptz desc nulls first
  loop
    execute format('select max(received_at) from only %s where ctid >= %L', part, format('(%s,0)',
        greatest(0, pg_relation_size(part) / current_setting('block_size')::int - 64)))
      into newest;
    exit when newest is not null;
  end loop;
  return newest;
end $$;

-- Triggers, so that no writer can omit what follows from an event.
create trigger usage_event_backlog after insert on usage_events
referencing new table as stored
for each statement execute function record_usage_event_backlog();

create trigger usage_event_fan_outs after insert on usage_events
referencing new table as stored
for each statement execute function record_usage_event_fan_outs();

select create_usage_event_partitions(3);
