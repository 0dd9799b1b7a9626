-- By which servers, and from which address, a workspace's mails are sent. See docs/api/mail.md.

-- What may be shown. dkim_value: the TXT record with the public key. events_hash: SHA-256 of the secret in eventsUrl.
create table mail_senders (
  workspace_id          bigint      not null references workspaces,
  id                    bigint      generated always as identity,
  name                  text        not null,
  from_email            text        not null,
  from_name             text,
  reply_to              text,
  smtp_host             text        not null,
  smtp_port             integer     not null,
  smtp_user             text,
  smtp_tls              text        not null check (smtp_tls in ('implicit', 'required', 'optional', 'none')),
  per_second            integer,
  per_domain_per_minute integer,
  connections           integer     not null,
  dkim_domain           text,
  dkim_selector         text,
  dkim_value            text,
  bounce_domain         text,
  imap_host             text,
  imap_port             integer,
  imap_user             text,
  imap_folder           text,
  events_hash           bytea       not null,
  created_at            timestamptz not null default now(),
  updated_at            timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name),
  unique (events_hash)
);
create index mail_senders_by_id on mail_senders (id);

-- The URIs with their passwords, and the private key, encrypted with SHOPWIRE_WEBHOOK_SECRET_KEYS.
create table mail_sender_secrets (
  workspace_id bigint not null,
  sender_id    bigint not null,
  kind         text   not null check (kind in ('smtp', 'dkim', 'imap')),
  key_id       text   not null,
  sealed       bytea  not null,
  primary key (workspace_id, sender_id, kind),
  foreign key (workspace_id, sender_id) references mail_senders on delete cascade
);

-- Published: whose they are, for the console's access check.
create view mail_sender_workspaces as select id, workspace_id from mail_senders;
