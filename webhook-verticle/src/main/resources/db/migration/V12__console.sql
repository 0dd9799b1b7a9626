-- Replays by filter, indexes that find a customer's messages and what failed in a time range, and whose a webhook
-- resource is.

-- The running replays with selected deliveries, at most one of an endpoint. statuses: of the deliveries that were
-- selected; one that has another status when its turn comes was replayed on its own and is left out.
create table webhook_replay_selections (
  workspace_id bigint not null,
  endpoint_id  bigint not null,
  replay_id    bigint not null,
  statuses     text[] not null,
  primary key (workspace_id, endpoint_id)
);
create index webhook_replay_selections_by_endpoint on webhook_replay_selections (endpoint_id);

-- The messages whose deliveries a replay has not made due yet, oldest part first. Arrays, since a replay may select
-- millions.
create table webhook_replay_parts (
  workspace_id bigint not null,
  replay_id    bigint not null,
  part         bigint not null,
  messages     uuid[] not null,
  primary key (workspace_id, replay_id, part)
);

-- The indexes that partitions lack: those that earlier versions created and that have rows get them in the background
-- (the class PartitionIndexes), all others when they are created. broken: an index whose concurrent creation failed.
create function webhook_missing_indexes() returns table (index_name text, definition text, partition_name text, broken boolean)
language sql stable as $$
  select k.name, format('%I on %I %s', k.name, k.part, k.columns), k.part, x.indexrelid is not null
  from (
    select c.oid, c.relnamespace, c.relname::text as part, c.relname || '_' || w.suffix as name, w.columns
    from (values
      ('webhook_messages'::regclass, 'customer', '(workspace_id, customer_id, id) where customer_id is not null'),
      ('webhook_deliveries'::regclass, 'failed_at',
        '(workspace_id, settled_at, endpoint_id) where status = ''failed'' and kind <> ''test''')
    ) as w (parent, suffix, columns)
    join pg_inherits i on i.inhparent = w.parent
    join pg_class c on c.oid = i.inhrelid
  ) k
  left join pg_class n on n.relname = k.name and n.relnamespace = k.relnamespace
  left join pg_index x on x.indexrelid = n.oid
  where x.indexrelid is null or not x.indisvalid and not exists (
    select from pg_stat_progress_create_index p where p.relid = k.oid and p.index_relid = x.indexrelid)
  order by k.part desc, k.name
$$;

-- As before, with the indexes above.
create or replace function create_webhook_partitions(days_ahead int) returns void
language plpgsql as $$
declare
  parent text;
  id_column text;
  part text;
  day timestamptz;
  missing record;
begin
  perform set_config('lock_timeout', '2s', true);
  perform pg_advisory_xact_lock(hashtext('webhook_partitions'));
  foreach parent in array array['webhook_messages', 'webhook_deliveries', 'webhook_attempts'] loop
    id_column := case parent when 'webhook_messages' then 'id' else 'message_id' end;
    for ahead in 0..days_ahead loop
      day := date_trunc('day', now() at time zone 'UTC') at time zone 'UTC'
        + make_interval(hours => 24 * ahead);
      part := parent || '_' || to_char(day at time zone 'UTC', 'YYYY_MM_DD');
      if to_regclass(part) is null then
        execute format('create table %I (like %I including defaults including constraints)',
          part, parent);
        execute format('with moved as (delete from %I where %I >= %L and %I < %L returning *)
            insert into %I select * from moved',
          parent || '_default', id_column, webhook_message_floor(day),
          id_column, webhook_message_floor(day + interval '24 hours'), part);
        execute format('alter table %I attach partition %I for values from (%L) to (%L)',
          parent, part, webhook_message_floor(day),
          webhook_message_floor(day + interval '24 hours'));
        for missing in
          select m.definition from webhook_missing_indexes() m where m.partition_name = part
        loop
          execute 'create index ' || missing.definition;
        end loop;
      end if;
    end loop;
  end loop;
end $$;

-- Partitions without rows, which are those of the coming days and, in a new installation, all.
do $$
declare
  missing record;
  used boolean;
begin
  for missing in select * from webhook_missing_indexes() loop
    execute format('select exists (select from %I)', missing.partition_name) into used;
    if not used then
      execute 'create index ' || missing.definition;
    end if;
  end loop;
end $$;

-- Published: whose a resource is, for the console's access check.
create view webhook_endpoint_workspaces as select id, workspace_id from webhook_endpoints where status <> 'deleted';
create view replay_workspaces as select id, workspace_id from webhook_replays;

-- Published: whose a delivery is, by the id that the class DeliveryId writes; null if it has no such form or its
-- endpoint does not exist. Whether the delivery exists is not checked. A function, since a view could be searched for
-- such an id only by an index of every partition.
create function delivery_workspace(id text) returns bigint language sql stable parallel safe as $$
  select e.workspace_id from webhook_endpoints e
  where e.id = case when $1 ~ '^[1-9][0-9]{0,17}-[0-9a-f]{32}$' then split_part($1, '-', 1)::bigint end
    and e.status <> 'deleted'
$$;

-- selected: a running replay whose deliveries were selected when it started, as webhook_replay_selections says. Not
-- 'running', because the previous version would take everything that failed since then.
alter table webhook_replays drop constraint webhook_replays_status_check,
  add constraint webhook_replays_status check (status in ('running', 'selected', 'done')) not valid;
