-- Segments: named conditions on customers. See docs/api/segments.md.

-- condition: the tree, which refers to fields, apps, segments and affiliates by their ids (the class StoredCondition). leaves:
-- how many it has itself. definition_version: counts the changes of what its members satisfy, also by segments that it nests.
create table segments (
  workspace_id       bigint      not null references workspaces,
  id                 bigint      generated always as identity,
  name               text        not null,
  description        text,
  condition          text        not null,
  timezone           text        not null,
  leaves             int         not null,
  tracked            boolean     not null default false,
  public             boolean     not null default false,
  definition_version bigint      not null default 1,
  created_at         timestamptz not null default now(),
  updated_at         timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
create index segments_by_id on segments (id);

-- What the condition of a segment itself refers to, so that none of it is deleted while it is used. value_app: of a field with
-- one value per app, the app whose value is tested; 0 for any app's, and for everything else. times: of a segment, how
-- often it is nested.
create table segment_uses (
  workspace_id bigint not null,
  segment_id   bigint not null,
  kind         text   not null check (kind in ('field', 'app', 'segment', 'affiliate')),
  used_id      bigint not null,
  value_app    bigint not null default 0,
  times        int    not null default 1,
  primary key (workspace_id, segment_id, kind, used_id, value_app),
  foreign key (workspace_id, segment_id) references segments on delete cascade
);
create index segment_uses_by_use on segment_uses (workspace_id, kind, used_id, segment_id);

-- Published: whose a segment is, for the console's access check.
create view segment_workspaces as select id, workspace_id from segments;

-- Published: which segments use a custom field.
create view segment_field_users as
select distinct u.workspace_id, u.used_id as field_id, s.id as segment_id, s.name as segment_name
from segment_uses u
join segments s on s.workspace_id = u.workspace_id and s.id = u.segment_id
where u.kind = 'field';

-- A text as JSON, null if it is none: while a field gets the type json, its values may still be other texts.
do $$
begin
  if current_setting('server_version_num')::int >= 160000 then
    create function json_or_null(value text) returns jsonb language sql stable parallel safe as
      'select case when pg_input_is_valid(value, ''jsonb'') then value::jsonb end';
  else
    -- Catching an error takes a subtransaction, which no parallel worker can start.
    create function json_or_null(value text) returns jsonb language plpgsql stable strict parallel unsafe as
      'begin return value::jsonb; exception when others then return null; end';
  end if;
end $$;
