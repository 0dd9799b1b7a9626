-- The hour in which a customer was last seen, for an index that lists are ordered by: last_seen_at changes with
-- every event, so an index of it would make each of these updates write all indexes; the hour changes once an hour.
-- Null until the class LastSeenHours has filled it, which then creates the index customers_by_last_seen.
alter table customers add column last_seen_hour int;

-- Published: the order of hours is that of times.
create function last_seen_hour(at timestamptz) returns int language sql immutable parallel safe as $$
  select floor(date_part('epoch', at at time zone 'UTC') / 3600)::int
$$;

-- A trigger, since the previous version updates customers too.
create function set_last_seen_hour() returns trigger language plpgsql as $$
begin
  new.last_seen_hour := floor(date_part('epoch', new.last_seen_at at time zone 'UTC') / 3600)::int;
  return new;
end $$;
create trigger customers_last_seen_hour before insert or update of last_seen_at on customers
for each row execute function set_last_seen_hour();

create or replace view tenancy_customers as
select workspace_id, id, domain, first_seen_at, last_seen_at, last_seen_hour from customers;
