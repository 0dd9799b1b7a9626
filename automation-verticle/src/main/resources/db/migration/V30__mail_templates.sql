-- Templates of mails, and how a workspace sends mails. See docs/api/mail.md.

-- version: the newest one.
create table mail_templates (
  workspace_id bigint      not null references workspaces,
  id           bigint      generated always as identity,
  name         text        not null,
  version      int         not null default 1,
  created_at   timestamptz not null default now(),
  updated_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
create index mail_templates_by_id on mail_templates (id);

-- Never updated, so that what was sent can be shown. text_part: null if it is made from the HTML.
create table mail_template_versions (
  workspace_id bigint      not null,
  template_id  bigint      not null,
  version      int         not null,
  subject      text        not null,
  markup       text        not null check (markup in ('html', 'mjml')),
  content      text        not null,
  text_part    text,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, template_id, version),
  foreign key (workspace_id, template_id) references mail_templates on delete cascade
);

-- A workspace without a row has the defaults. sandbox_allow: addresses and domains as they are compared. quiet_field: the name of
-- the custom field that has the customer's time zone, null for none; quiet_app_slug: of its app, null for none. cap_per: as
-- it was sent, such as 24h. default_sender: null for the configured one.
create table automation_settings (
  workspace_id   bigint      primary key references workspaces,
  sandbox        boolean     not null default true,
  sandbox_allow  text[]      not null default '{}',
  quiet_from     time,
  quiet_to       time,
  quiet_field    text,
  quiet_app_slug text,
  quiet_fallback text,
  cap_messages   int,
  cap_per        text,
  default_sender bigint,
  updated_at     timestamptz not null default now(),
  check (num_nulls(quiet_from, quiet_to, quiet_fallback) in (0, 3)),
  check (num_nulls(cap_messages, cap_per) in (0, 2))
);

-- Published: whose a template is, for the console's access check.
create view mail_template_workspaces as select id, workspace_id from mail_templates;
