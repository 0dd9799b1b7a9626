-- Customers with new usage events are looked at for tracked segments. Triggers of a table run in the order of their names: this one
-- is the last.
create trigger usage_event_segments after insert on usage_events
referencing new table as stored
for each statement execute function record_usage_event_changes();

-- Published: the names of the partitions of usage events, which show that some were dropped: not always the oldest.
create function usage_event_partitions() returns text[] language sql stable as $$
  select array_agg(c.relname::text order by c.relname) from pg_inherits i join pg_class c on c.oid = i.inhrelid
  where i.inhparent = 'usage_events'::regclass
$$;
