-- Who gets no e-mail, or none on a topic. See docs/api/mail.md.

-- What mails are about, so that recipients can unsubscribe from some of them.
create table mail_topics (
  workspace_id bigint      not null references workspaces,
  id           bigint      generated always as identity,
  name         text        not null,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name)
);
create index mail_topics_by_id on mail_topics (id);

-- email: trimmed and in lower case. topic_id: 0 for mails on every topic. message_id: the mail that led to it.
create table mail_suppressions (
  workspace_id bigint      not null references workspaces,
  id           bigint      generated always as identity,
  email        text        not null,
  topic_id     bigint      not null default 0,
  reason       text        not null
    check (reason in ('unsubscribed', 'hard_bounce', 'soft_bounces', 'complaint', 'manual')),
  message_id   bigint,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, email, topic_id)
);
create index mail_suppressions_by_id on mail_suppressions (id);

-- Published: whose they are, for the console's access check.
create view mail_topic_workspaces as select id, workspace_id from mail_topics;
create view mail_suppression_workspaces as select id, workspace_id from mail_suppressions;
