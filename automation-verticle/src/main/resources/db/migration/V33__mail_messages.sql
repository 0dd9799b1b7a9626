-- Mails, one row per recipient, and which process sends for which sender. See docs/api/mail.md.

-- sender_id: 0 for the configured sender, -1 for the outbox. email_key: the address as addresses are compared.
-- epoch: that of the sender's lane when the mail was last marked as being sent. failing_since: the first
-- attempt that was put off. bulk and group_id: whose turn it is, and what can be held.
create table mail_messages (
  workspace_id     bigint      not null references workspaces,
  id               bigint      generated always as identity,
  kind             text        not null check (kind in ('flow', 'campaign', 'test')),
  flow_id          bigint,
  run_id           bigint,
  step             text,
  campaign_id      bigint,
  customer_id      bigint,
  contact_id       bigint,
  recipient        text        not null,
  email_key        text        not null,
  sender_id        bigint      not null check (sender_id >= -1),
  template_id      bigint      not null,
  template_version integer     not null,
  topic_id         bigint      not null default 0,
  transactional    boolean     not null,
  subject          text,
  state            text        not null check (state in ('queued', 'sending', 'sent', 'deferred', 'bounced',
    'unknown', 'suppressed', 'failed', 'cancelled', 'captured')),
  reason           text,
  detail           text,
  next_attempt_at  timestamptz default now(),
  failing_since    timestamptz,
  tries            integer     not null default 0,
  epoch            bigint      not null default 0,
  created_at       timestamptz not null default now(),
  sent_at          timestamptz,
  bulk             boolean     not null generated always as (kind = 'campaign') stored,
  group_id         bigint      not null generated always as (coalesce(campaign_id, flow_id, 0)) stored,
  primary key (workspace_id, id),
  check ((next_attempt_at is not null) = (state in ('queued', 'deferred')))
) with (fillfactor = 80);
create unique index mail_messages_of_step on mail_messages (workspace_id, run_id, step, email_key)
  where run_id is not null;
create unique index mail_messages_of_campaign on mail_messages (workspace_id, campaign_id, email_key)
  where campaign_id is not null;
create index mail_messages_by_id on mail_messages (id);
create index mail_messages_waiting
  on mail_messages (sender_id, bulk, workspace_id, group_id, next_attempt_at, id)
  where state in ('queued', 'deferred');
create index mail_messages_due on mail_messages (sender_id, next_attempt_at) where state in ('queued', 'deferred');
create index mail_messages_sending on mail_messages (sender_id, epoch) where state = 'sending';
create index mail_messages_by_state on mail_messages (workspace_id, state, id) where state <> 'sent';
create index mail_messages_by_campaign on mail_messages (workspace_id, campaign_id, state, id)
  where campaign_id is not null;
create index mail_messages_by_flow on mail_messages (workspace_id, flow_id, id) where flow_id is not null;
create index mail_messages_by_customer on mail_messages (workspace_id, customer_id, id)
  where customer_id is not null;
create index mail_messages_of_tests on mail_messages (workspace_id, created_at) where kind = 'test';
create index mail_messages_by_email on mail_messages (workspace_id, email_key, id);

-- What came of each try. code: null if the server didn't answer.
create table mail_attempts (
  workspace_id  bigint      not null,
  message_id    bigint      not null,
  id            bigint      generated always as identity,
  at            timestamptz not null default clock_timestamp(),
  code          integer,
  enhanced_code text,
  reply         text,
  outcome       text        not null,
  primary key (workspace_id, message_id, id),
  foreign key (workspace_id, message_id) references mail_messages on delete cascade
);

-- The mails as they were sent last, deflated.
create table mail_sources (
  workspace_id bigint not null,
  message_id   bigint not null,
  source       bytea  not null,
  primary key (workspace_id, message_id),
  foreign key (workspace_id, message_id) references mail_messages on delete cascade
);
alter table mail_sources alter column source set storage external;

-- Campaigns and flows whose mails wait. bulk: true for a campaign.
create table mail_holds (
  workspace_id bigint  not null references workspaces,
  bulk         boolean not null,
  group_id     bigint  not null,
  primary key (workspace_id, bulk, group_id)
);

-- Which process sends for a sender, until when, and how long no mail is tried because the server can't be used.
-- epoch grows with each owner.
create table mail_lanes (
  sender_id     bigint      primary key,
  owner         uuid,
  epoch         bigint      not null default 0,
  until         timestamptz not null default '-infinity',
  failures      integer     not null default 0,
  paused_until  timestamptz not null default '-infinity',
  failing_since timestamptz,
  last_reply    text
);

-- How many mails are in which state, of a campaign, or with campaign 0 of a workspace: the sum of the counts and of
-- the changes, which are added to the counts now and then. So writers never wait for each other. Mails that are
-- deleted still count for their campaign.
create table mail_counts (
  workspace_id bigint not null,
  campaign_id  bigint not null,
  state        text   not null,
  messages     bigint not null,
  primary key (workspace_id, campaign_id, state)
) with (fillfactor = 50);

create table mail_count_changes (
  workspace_id bigint not null,
  id           bigint generated always as identity,
  campaign_id  bigint not null,
  state        text   not null,
  messages     bigint not null,
  primary key (workspace_id, id)
);
create index mail_count_changes_of_campaign on mail_count_changes (workspace_id, campaign_id);

create function count_mails_added() returns trigger language plpgsql as $$
begin
  insert into mail_count_changes (workspace_id, campaign_id, state, messages)
  select workspace_id, 0, state, count(*) from added group by 1, 3
  union all
  select workspace_id, campaign_id, state, count(*) from added where campaign_id is not null group by 1, 2, 3;
  return null;
end $$;

create function count_mails_changed() returns trigger language plpgsql as $$
begin
  insert into mail_count_changes (workspace_id, campaign_id, state, messages)
  select m.workspace_id, k.campaign_id, m.state, sum(m.messages)
  from (select workspace_id, campaign_id, state, 1 as messages from after_change
    union all select workspace_id, campaign_id, state, -1 from before_change) m
  cross join lateral (select 0::bigint as campaign_id union all
    select m.campaign_id where m.campaign_id is not null) k
  group by 1, 2, 3 having sum(m.messages) <> 0;
  return null;
end $$;

create function count_mails_deleted() returns trigger language plpgsql as $$
begin
  insert into mail_count_changes (workspace_id, campaign_id, state, messages)
  select workspace_id, 0, state, -count(*) from deleted group by 1, 3;
  return null;
end $$;

create trigger count_added after insert on mail_messages
referencing new table as added for each statement execute function count_mails_added();
create trigger count_changed after update on mail_messages
referencing old table as before_change new table as after_change
for each statement execute function count_mails_changed();
create trigger count_deleted after delete on mail_messages
referencing old table as deleted for each statement execute function count_mails_deleted();

-- Published: whose they are, for the console's access check.
create view mail_message_workspaces as select id, workspace_id from mail_messages;
