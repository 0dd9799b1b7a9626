-- Webhook endpoints, the deliveries due to them, and the results. See
-- docs/decisions/0004-webhook-delivery.md. Keys of large tables start with the workspace.

-- Every endpoint belongs to one of 64 lanes; one worker at a time delivers for a lane. epoch is
-- incremented with each owner, so that writes of a former owner can be distinguished.
create table webhook_lanes (
  lane  smallint    primary key,
  owner uuid,
  epoch bigint      not null default 0,
  until timestamptz not null default '-infinity'
);
insert into webhook_lanes (lane) select generate_series(0, 63);

-- The workers that share the lanes.
create table webhook_workers (
  id      uuid        primary key,
  seen_at timestamptz not null default now()
);

-- topics, event_names, app_ids: what it subscribes to; null for all event names, all apps. status:
-- enabled, probing (failing: one attempt at a time), disabled, deleted. step and probe_at: the back-off
-- while it is probed. paused_until: the end of a pause that the receiver requested.
create table webhook_endpoints (
  workspace_id  int         not null references workspaces,
  id            bigint      generated always as identity,
  url           text        not null,
  topics        text[]      not null,
  event_names   text[],
  app_ids       int[],
  ordered       boolean     not null default false,
  status        text        not null default 'enabled'
    check (status in ('enabled', 'probing', 'disabled', 'deleted')),
  status_reason text,
  status_at     timestamptz not null default now(),
  failures      int         not null default 0,
  failing_since timestamptz,
  step          smallint    not null default 0,
  probe_at      timestamptz,
  paused_until  timestamptz,
  last_error    text,
  delivered_at  timestamptz,
  created_at    timestamptz not null default now(),
  updated_at    timestamptz not null default now(),
  lane          smallint    not null generated always as (id % 64) stored,
  primary key (workspace_id, id)
) with (fillfactor = 70);
create index webhook_endpoints_by_id on webhook_endpoints (id);
create index webhook_endpoints_by_lane on webhook_endpoints (lane);
create index webhook_endpoints_by_change on webhook_endpoints (updated_at);

-- How many positions in its queue, and sequence numbers sent to it, an endpoint has used.
create table webhook_counters (
  workspace_id int    not null,
  endpoint_id  bigint not null,
  places       bigint not null default 0,
  sequences    bigint not null default 0,
  primary key (workspace_id, endpoint_id)
) with (fillfactor = 50);

-- Signing secrets, encrypted (AES-256-GCM) with the key key_id. expires_at: the end of a rotation's
-- overlap; null for the current one.
create table webhook_secrets (
  workspace_id int         not null,
  endpoint_id  bigint      not null,
  id           bigint      generated always as identity,
  key_id       text        not null,
  sealed       bytea       not null,
  created_at   timestamptz not null default now(),
  expires_at   timestamptz,
  primary key (workspace_id, endpoint_id, id)
);

-- The endpoints' subscriptions in the form in which causes look them up; app_id 0 and event_name ''
-- mean all.
create table webhook_subscriptions (
  workspace_id int    not null,
  topic        text   not null,
  app_id       int    not null,
  event_name   text   not null,
  endpoint_id  bigint not null,
  primary key (workspace_id, topic, app_id, event_name, endpoint_id)
);
create index webhook_subscriptions_by_endpoint on webhook_subscriptions (workspace_id, endpoint_id);

-- What happened, stored once for any number of endpoints. The id contains the time (RFC 9562, version
-- 7). subject: the cause's own identifier, such as an event's id. payload: the topic's own fields.
create table webhook_messages (
  workspace_id int    not null,
  id           uuid   not null,
  app_id       int,
  topic        text   not null,
  customer_id  bigint,
  subject      text,
  payload      jsonb  not null,
  primary key (workspace_id, id)
) partition by range (id);
create index webhook_messages_by_subject on webhook_messages (workspace_id, subject)
where subject is not null;

-- Pending deliveries: a row is inserted with its cause and deleted after its last attempt. place: the
-- position in the endpoint's queue, assigned by the lane's owner; null until then. sequence: the number
-- sent to the receiver. next_at: when a failed one is retried.
create table webhook_due (
  workspace_id int      not null,
  endpoint_id  bigint   not null,
  message_id   uuid     not null,
  lane         smallint not null,
  customer_id  bigint   not null default 0,
  kind         text     not null default 'live' check (kind in ('live', 'replay', 'test')),
  place        bigint,
  sequence     bigint,
  attempts     smallint not null default 0,
  next_at      timestamptz,
  replay_id    bigint,
  primary key (workspace_id, endpoint_id, message_id)
) with (fillfactor = 70, autovacuum_vacuum_scale_factor = 0, autovacuum_vacuum_threshold = 5000,
  autovacuum_vacuum_cost_delay = 0);
create index webhook_due_fresh on webhook_due (lane, message_id) where place is null;
create index webhook_due_by_place on webhook_due (workspace_id, endpoint_id, place)
where place is not null;
create index webhook_due_by_time on webhook_due (workspace_id, endpoint_id, next_at)
where next_at is not null;
create index webhook_due_by_replay on webhook_due (replay_id) where replay_id is not null;

-- The final results of deliveries. reason: why a failed or parked one was given up.
create table webhook_deliveries (
  workspace_id int         not null,
  endpoint_id  bigint      not null,
  message_id   uuid        not null,
  kind         text        not null,
  sequence     bigint,
  status       text        not null check (status in ('delivered', 'failed', 'parked')),
  reason       text,
  attempts     smallint    not null,
  settled_at   timestamptz not null default now(),
  primary key (workspace_id, endpoint_id, message_id)
) partition by range (message_id);
create index webhook_deliveries_failed on webhook_deliveries (workspace_id, endpoint_id, message_id)
where status in ('failed', 'parked');

-- Every attempted request. kind: live, retry, probe, replay, test. address: the one connected to.
-- status: of the response, null if there was none. outcome: delivered, or a code for what went wrong.
create table webhook_attempts (
  workspace_id    int         not null,
  endpoint_id     bigint      not null,
  message_id      uuid        not null,
  at              timestamptz not null,
  kind            text        not null,
  address         text,
  status          smallint,
  outcome         text        not null,
  duration_millis int         not null,
  response        text,
  primary key (workspace_id, endpoint_id, message_id, at)
) partition by range (message_id);

-- Replays of all failed deliveries since a time. cursor: the last message that was made due again.
create table webhook_replays (
  workspace_id int         not null,
  id           bigint      generated always as identity,
  endpoint_id  bigint      not null,
  since        timestamptz not null,
  until        timestamptz not null default now(),
  cursor       uuid        not null,
  total        bigint      not null,
  done         bigint      not null default 0,
  status       text        not null default 'running' check (status in ('running', 'done')),
  created_at   timestamptz not null default now(),
  finished_at  timestamptz,
  primary key (workspace_id, id)
);
create index webhook_replays_by_id on webhook_replays (id);
create index webhook_replays_running on webhook_replays (endpoint_id) where status = 'running';

-- Among messages of one millisecond, a later one has the greater id.
create sequence webhook_message_numbers;
create function webhook_message_id() returns uuid language sql volatile as $$
  select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-7000-8' || substr(n, 1, 3) || '-'
    || substr(n, 4, 7) || substr(r, 1, 5))::uuid
  from (
    select lpad(to_hex(floor(extract(epoch from clock_timestamp()) * 1000)::bigint), 12, '0') as h,
      lpad(to_hex(nextval('webhook_message_numbers') & 1099511627775), 10, '0') as n,
      gen_random_uuid()::text as r
  ) as part
$$;

-- The lowest id of a moment.
create function webhook_message_floor(moment timestamptz) returns uuid language sql immutable as $$
  select (substr(h, 1, 8) || '-' || substr(h, 9, 4) || '-0000-0000-000000000000')::uuid
  from (
    select lpad(to_hex(floor(extract(epoch from moment) * 1000)::bigint), 12, '0') as h
  ) as part
$$;

-- Called by other roles in the transaction of the cause: writes messages and due deliveries for the
-- causes that an endpoint is subscribed to. Returns the number of deliveries. app and customer may be
-- null.
create function webhook_emit(
  workspaces int[], apps int[], topics text[], customers bigint[], payloads text[]
) returns bigint language sql volatile as $$
  with wanted as materialized (
    select * from (
      select c.*, array(
        select s.endpoint_id from webhook_subscriptions s
        where s.workspace_id = c.workspace_id and s.topic = c.topic
          and (s.app_id = 0 or s.app_id = c.app_id)
      ) as endpoints
      from unnest(workspaces, apps, topics, customers, payloads) with ordinality
        as c (workspace_id, app_id, topic, customer_id, payload, number)
      order by c.number
    ) as cause
    where endpoints <> '{}'
  ), message as materialized (
    select webhook_message_id() as id, wanted.* from wanted
  ), kept as (
    insert into webhook_messages (workspace_id, id, app_id, topic, customer_id, payload)
    select workspace_id, id, app_id, topic, customer_id, payload::jsonb from message
  ), due as (
    insert into webhook_due (workspace_id, endpoint_id, message_id, lane, customer_id)
    select workspace_id, endpoint, id, endpoint % 64, coalesce(customer_id, 0)
    from message, unnest(endpoints) as endpoint
    returning 1
  )
  select count(*) from due
$$;

-- Deliveries without a position in lanes that a worker holds, the oldest of each lane first, at most
-- `most` per lane. everything: all of them, otherwise only those younger than 5 s, to avoid scanning
-- index entries of placed rows that wait for vacuum. A function, because only a scan in index order is
-- fast, and the planner, which expects few rows, would read and sort the whole backlog each time.
-- Stable, so that it sees the same rows as the calling statement: otherwise positions would be assigned
-- to rows that the statement can't update yet.
create function webhook_fresh(worker uuid, lanes int[], everything boolean, most int)
returns table (workspace_id int, endpoint_id bigint, message_id uuid, kind text)
language plpgsql stable rows 1000
set enable_bitmapscan = off set enable_seqscan = off set enable_sort = off as $$
declare
  floor uuid := case when everything then '00000000-0000-0000-0000-000000000000'
    else webhook_message_floor(now() - interval '5 seconds') end;
begin
  return query
  select d.workspace_id, d.endpoint_id, d.message_id, d.kind
  from webhook_lanes l
  cross join lateral (
    select u.workspace_id, u.endpoint_id, u.message_id, u.kind from webhook_due u
    where u.lane = l.lane and u.place is null and u.message_id >= floor
    order by u.message_id limit most
  ) d
  where l.lane = any(lanes) and l.owner = worker;
end $$;

-- Creates the partitions of today and the following days, and drops those past retention; 0 keeps all.
-- Each table has a default partition, so that a cause never fails for lack of one; its rows are moved
-- when their partition is created. Returns how many partitions were dropped.
create function maintain_webhook_partitions(days_ahead int, days_kept int) returns int
language plpgsql as $$
declare
  parent text;
  id_column text;
  part text;
  day timestamptz;
  dropped int := 0;
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
      end if;
    end loop;
    if days_kept > 0 then
      for part in
        select c.relname from pg_inherits i join pg_class c on c.oid = i.inhrelid
        where i.inhparent = parent::regclass and c.relname <> parent || '_default'
          and c.relname < parent || '_' || to_char(
            (now() at time zone 'UTC') - make_interval(days => days_kept), 'YYYY_MM_DD')
      loop
        execute format('alter table %I detach partition %I', parent, part);
        execute format('drop table %I', part);
        dropped := dropped + 1;
      end loop;
      execute format('delete from %I where %I < %L', parent || '_default', id_column,
        webhook_message_floor(now() - make_interval(days => days_kept)));
    end if;
  end loop;
  return dropped;
end $$;

create table webhook_messages_default partition of webhook_messages default;
create table webhook_deliveries_default partition of webhook_deliveries default;
create table webhook_attempts_default partition of webhook_attempts default;
select maintain_webhook_partitions(7, 0);
