-- Makes event ids unique permanently: see docs/decisions/0001-event-table-layout.md.
-- The key is the id itself if that is a UUID, otherwise 128 bits of its SHA-256.
create table usage_event_ids (
  app_id    int  not null,
  event_key uuid not null,
  primary key (app_id, event_key)
);

-- event_id is null if it equals event_key::text, that is, if the id is a UUID.
create table usage_events (
  app_id      int         not null,
  customer_id bigint      not null,
  occurred_at timestamptz not null,
  received_at timestamptz not null default now(),
  event_key   uuid        not null,
  event_id    text,
  event_name  text        not null,
  path        text,
  session_key text,
  properties  jsonb
) partition by range (received_at);

-- For keyset pagination, newest first, with a tiebreaker.
create index usage_events_by_time on usage_events (app_id, occurred_at, event_key);

-- Creates the partitions from this month to months_ahead later. The first one has no lower bound, so
-- that rows still fit if the clock steps back. Partitions are attached, not created in place: that
-- acquires a lock that does not block writers.
create function create_usage_event_partitions(months_ahead int) returns void
language plpgsql as $$
declare
  month timestamptz;
  name text;
  first boolean;
begin
  perform pg_advisory_xact_lock(hashtext('usage_event_partitions'));
  for ahead in 0..months_ahead loop
    month := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC'
      + make_interval(months => ahead);
    name := 'usage_events_' || to_char(month at time zone 'UTC', 'YYYY_MM');
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

-- Drops partitions whose rows are all older than months_kept whole months before this one.
create function drop_usage_event_partitions(months_kept int) returns int
language plpgsql as $$
declare
  oldest text := to_char(
    date_trunc('month', now() at time zone 'UTC') - make_interval(months => months_kept), 'YYYY_MM');
  part text;
  dropped int := 0;
begin
  perform pg_advisory_xact_lock(hashtext('usage_event_partitions'));
  perform set_config('lock_timeout', '2s', true);
  for part in
    select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
    where i.inhparent = 'usage_events'::regclass and c.relname < 'usage_events_' || oldest
    order by c.relname
  loop
    execute format('alter table usage_events detach partition %I', part);
    execute format('drop table %I', part);
    dropped := dropped + 1;
  end loop;
  return dropped;
end $$;

select create_usage_event_partitions(3);
