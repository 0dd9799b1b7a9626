-- Records groups of new usage events for flows.
create trigger usage_event_flows after insert on usage_events
referencing new table as stored
for each statement execute function record_flow_event_groups();

-- Events may move to another group while an automation process has yet to read theirs.
create trigger usage_event_flows_moved after update on usage_events
referencing new table as stored
for each statement execute function record_flow_event_groups();

-- Published: a time before which no transaction in progress has stored events: statements that begin after the call see all
-- events received before it. A transaction that stores events holds a lock on the table from its first statement to its end. One that has
-- begun and does not hold it yet is taken to be younger than 100 ms, and none is taken to last longer than 15 s.
create function usage_event_horizon() returns timestamptz language plpgsql volatile as $$
declare
  called_at timestamptz := clock_timestamp();
begin
  return (
    select least(called_at - interval '100 milliseconds', min(a.xact_start))
    from pg_locks l join pg_stat_activity a on a.pid = l.pid
    where l.locktype = 'relation' and l.relation = 'usage_events'::regclass and l.mode = 'RowExclusiveLock'
      and l.database = (select oid from pg_database where datname = current_database())
      and a.xact_start > called_at - interval '15 seconds');
end $$;
