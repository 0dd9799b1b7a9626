-- Bounces and complaints that were reported of mails. See docs/api/mail.md.

-- What was reported, once for each mail and kind. tries: of the mail at that time, so that a mail that a person sends again
-- can bounce again. email: as addresses are compared. class: what the bounce says about the address.
create table mail_reports (
  workspace_id bigint      not null,
  message_id   bigint      not null,
  kind         text        not null check (kind in ('bounce', 'complaint')),
  tries        integer     not null,
  class        text        check (class in ('hard', 'soft', 'policy')),
  email        text        not null,
  code         text,
  diagnostic   text        not null,
  reported_at  timestamptz not null default now(),
  primary key (workspace_id, message_id, kind, tries),
  foreign key (workspace_id, message_id) references mail_messages on delete cascade,
  check ((class is not null) = (kind = 'bounce'))
);
create index mail_reports_of_soft_bounces on mail_reports (workspace_id, email, reported_at) where class = 'soft';

-- How many reports arrived for a sender, and what became of them. reason: why they were ignored, else ''.
create table mail_report_counts (
  workspace_id bigint      not null,
  sender_id    bigint      not null,
  outcome      text        not null,
  reason       text        not null,
  reports      bigint      not null,
  last_at      timestamptz not null default now(),
  primary key (workspace_id, sender_id, outcome, reason),
  foreign key (workspace_id, sender_id) references mail_senders on delete cascade
) with (fillfactor = 50);

-- Which process reads a sender's mailbox, until when, when it is read again, and how that went. problem: null if it worked.
create table mail_mailboxes (
  sender_id bigint      primary key,
  owner     uuid,
  until     timestamptz not null default '-infinity',
  next_at   timestamptz not null default now(),
  failures  integer     not null default 0,
  read_at   timestamptz,
  problem   text
);
