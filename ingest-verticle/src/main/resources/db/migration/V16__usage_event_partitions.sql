-- Acquires no lock if all months exist: a starting process or a writer must not wait for a lock on the
-- table. Otherwise it waits two seconds at most.
create or replace function create_usage_event_partitions(months_ahead int) returns void
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

-- Processes of the previous version drop partitions with this function, all expired ones at once; this
-- version uses other statements. While both run, the previous version's processes drop nothing.
create or replace function drop_usage_event_partitions(months_kept int) returns int
language sql as 'select 0';

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
