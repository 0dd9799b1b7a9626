-- Customers with new usage events are looked at for tracked segments. Triggers of a table run in the order of their names: this one
-- is the last.
create trigger usage_event_segments after insert on usage_events
referencing new table as stored
for each statement execute function record_usage_event_changes();

-- Published: the name of the oldest partition of usage events, which tells that older events were dropped.
create function oldest_usage_event_partition() returns text language sql stable as $$
  select min(c.relname::text) from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'usage_events'::regclass
$$;
