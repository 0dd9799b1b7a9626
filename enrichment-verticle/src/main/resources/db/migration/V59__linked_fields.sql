-- Fields that queries on users' databases fill, and writing the values of their runs.

-- Which query fills a field. query_name: for messages. A link whose query is not stored within minutes of linked_at is removed.
create table custom_field_links (
  workspace_id bigint      not null,
  field_id     bigint      not null references custom_fields on delete cascade,
  query_id     bigint      not null,
  query_name   text        not null,
  linked_at    timestamptz not null default now(),
  primary key (workspace_id, field_id)
);
create index custom_field_links_by_query on custom_field_links (workspace_id, query_id);

-- The run that a value is from, its query, and when the run read it; null if the last change was another one.
alter table custom_field_values
  add column linked_query   bigint,
  add column linked_run     bigint,
  add column linked_read_at timestamptz;

-- As before, but for changes of runs of linked queries: what starts from those is noted for the whole run (record_linked_run), if at all.
-- Segments look at their customers all the same, since their members are to be right.
create or replace trigger custom_field_value_flows_inserted after insert on custom_field_values
referencing new table as changed
for each statement when (current_setting('shopwire.quiet', true) is distinct from 'on') execute function record_value_causes();

create or replace trigger custom_field_value_flows_updated after update on custom_field_values
referencing old table as was new table as changed
for each statement when (current_setting('shopwire.quiet', true) is distinct from 'on') execute function record_value_causes();

create or replace trigger custom_field_value_flows_deleted after delete on custom_field_values
referencing old table as was
for each statement when (current_setting('shopwire.quiet', true) is distinct from 'on') execute function record_value_causes();

-- The last customer of the next portion of a run's values: so many values, unless they are long. Null if there are none after the
-- customer first.
create function linked_portion_end(workspace bigint, run bigint, first bigint, most int, most_bytes bigint) returns bigint
language plpgsql volatile
set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_custom_plan as $$
begin
  return (
    select max(s.customer_id)
    from (
      select p.customer_id, row_number() over in_order as place, sum(p.bytes) over in_order as bytes
      from (
        select w.customer_id, coalesce(octet_length(w.long_value), 0) + 100 as bytes from linked_run_writes w
        where w.workspace_id = workspace and w.run_id = run and w.customer_id > first
        order by w.customer_id limit most
      ) p
      window in_order as (order by p.customer_id rows unbounded preceding)
    ) s
    where s.place = 1 or s.bytes <= most_bytes);
end $$;

-- Writes the values of a run for the customers after first and up to last, with when and by which run they changed, and with messages if
-- announces. Values of fields that the query does not fill any more are left out, and those that are what they should be. Keys are written in
-- their order. Every row is looked up by its key (offset 0, ctid), never joined: tables grow meanwhile, and what is known of them is old. due: how many deliveries.
create function write_linked_values(
  workspace bigint, run bigint, query bigint, read timestamptz, first bigint, last bigint, announces boolean,
  out values_set bigint, out values_changed bigint, out values_unset bigint, out due bigint
) language plpgsql volatile
set jit = off set enable_seqscan = off set enable_hashjoin = off set enable_mergejoin = off
set plan_cache_mode = force_custom_plan as $$
begin
  with given as materialized (
    select w.customer_id, w.field_id, w.app_id, w.boolean_value, w.number_value, w.text_value, w.long_value, w.unset,
      v.field_id is not null as had,
      (w.boolean_value, w.number_value, w.text_value, w.long_value)
        is distinct from (v.boolean_value, v.number_value, v.text_value, v.long_value) as differs
    from linked_run_writes w
    join custom_field_links l on l.workspace_id = workspace and l.field_id = w.field_id and l.query_id = query
    left join lateral (
      select o.field_id, o.boolean_value, o.number_value, o.text_value, o.long_value from custom_field_values o
      where o.workspace_id = workspace and o.customer_id = w.customer_id and o.field_id = w.field_id and o.app_id = w.app_id
      offset 0
    ) v on true
    where w.workspace_id = workspace and w.run_id = run and w.customer_id > first and w.customer_id <= last
  ), change as materialized (
    select * from given g where case when g.unset then g.had else not g.had or g.differs end
    order by g.customer_id, g.field_id, g.app_id
  ), written as (
    insert into custom_field_values (workspace_id, customer_id, field_id, app_id, boolean_value, number_value, text_value,
      long_value, changed_at, linked_query, linked_run, linked_read_at)
    select workspace, c.customer_id, c.field_id, c.app_id, c.boolean_value, c.number_value, c.text_value, c.long_value,
      clock_timestamp(), query, run, read
    from change c where not c.unset
    on conflict on constraint custom_field_values_pkey do update
    set boolean_value = excluded.boolean_value, number_value = excluded.number_value, text_value = excluded.text_value,
      long_value = excluded.long_value, changed_at = excluded.changed_at, changed_app = null, request_id = null,
      linked_query = excluded.linked_query, linked_run = excluded.linked_run, linked_read_at = excluded.linked_read_at
  ), removed as (
    delete from custom_field_values v
    where v.ctid = any (array(
      select o.place from change c cross join lateral (
        select e.ctid as place from custom_field_values e
        where e.workspace_id = workspace and e.customer_id = c.customer_id and e.field_id = c.field_id and e.app_id = c.app_id
        offset 0
      ) o
      where c.unset))
    returning v.customer_id, v.field_id, v.app_id
  ), noted as (
    insert into unset_custom_field_values (workspace_id, customer_id, field_id, app_id, unset_at)
    select workspace, r.customer_id, r.field_id, r.app_id, clock_timestamp() from removed r
    on conflict on constraint unset_custom_field_values_pkey do update
    set unset_at = excluded.unset_at, unset_app = null, request_id = null
  ), message as materialized (
    select c.customer_id, nullif(max(greatest(f.owner_app, c.app_id)), 0) as app_id,
      json_object_agg(f.name, case when c.unset then null when f.type = 'json' then c.long_value::json
        else coalesce(to_json(c.boolean_value), to_json(c.number_value), to_json(c.text_value), to_json(c.long_value)) end)
        as fields
    from change c join custom_fields f on f.id = c.field_id and not f.private
    where announces
    group by c.customer_id
  )
  select (select count(*) from change c where not c.unset and not c.had),
    (select count(*) from change c where not c.unset and c.had),
    (select count(*) from change c where c.unset),
    (select webhook_emit(array_agg(workspace), array_agg(m.app_id), array_agg('custom_fields/updated'::text),
        array_agg(m.customer_id), array_agg(json_build_object(
          'customer', json_build_object('id', customer_ref(m.customer_id), 'myplatformDomain', s.domain, 'name', p.name,
            'email', p.email),
          'customFields', m.fields,
          'linked', json_build_object('queryId', query::text, 'runId', run::text))::text))
      from message m
      cross join lateral (
        select t.domain from tenancy_customers t where t.workspace_id = workspace and t.id = m.customer_id offset 0
      ) s
      left join lateral (
        select i.name, i.email from customer_profiles i where i.workspace_id = workspace and i.customer_id = m.customer_id offset 0
      ) p on true)
  into values_set, values_changed, values_unset, due;
end $$;
