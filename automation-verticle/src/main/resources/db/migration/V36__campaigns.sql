-- Campaigns: one mail to each address of an audience. See docs/api/campaigns.md.

-- segment_id or condition: the audience; a condition refers to fields, apps, segments and affiliates by their ids (the class
-- StoredCondition). recipients: how the addresses of a customer are found, in order. sender_id: null for the one that the settings
-- name. scheduled_at: null if it was started at once. is_cancelling: cancelled, but some of its mails still wait.
create table campaigns (
  workspace_id     bigint      not null references workspaces,
  id               bigint      generated always as identity,
  name             text        not null,
  status           text        not null default 'draft' check (status in
    ('draft', 'scheduled', 'preparing', 'sending', 'paused', 'done', 'cancelled')),
  segment_id       bigint,
  condition        text,
  recipients       text[]      not null,
  template_id      bigint      not null,
  sender_id        bigint,
  topic_id         bigint,
  transactional    boolean     not null,
  scheduled_at     timestamptz,
  frozen_at        timestamptz,
  ended_at         timestamptz,
  template_version integer,
  total            bigint      not null default 0,
  without_address  bigint,
  duplicates       bigint,
  is_cancelling    boolean     not null default false,
  created_at       timestamptz not null default now(),
  updated_at       timestamptz not null default now(),
  primary key (workspace_id, id),
  unique (workspace_id, name),
  check (num_nonnulls(segment_id, condition) = 1),
  check ((status in ('sending', 'paused', 'done')) <= (frozen_at is not null)),
  check ((status in ('done', 'cancelled')) = (ended_at is not null))
);
create index campaigns_by_id on campaigns (id);
create index campaigns_by_status on campaigns (status, workspace_id, id)
  where status in ('scheduled', 'preparing', 'sending', 'paused');
create index campaigns_cancelling on campaigns (workspace_id, id) where is_cancelling;
create index campaigns_done on campaigns (ended_at) where status = 'done';

-- What a campaign refers to, so that none of it is deleted before the campaign is over.
create table campaign_uses (
  workspace_id bigint not null,
  campaign_id  bigint not null,
  kind         text   not null
    check (kind in ('field', 'app', 'segment', 'affiliate', 'template', 'sender', 'topic')),
  used_id      bigint not null,
  primary key (workspace_id, campaign_id, kind, used_id),
  foreign key (workspace_id, campaign_id) references campaigns on delete cascade
);
create index campaign_uses_by_use on campaign_uses (workspace_id, kind, used_id, campaign_id);

-- Published: what uses a custom field, segment, template, sender or topic, which is therefore not deleted.
create view resource_users as
select u.workspace_id, u.kind, u.used_id, 'segment'::text as user_type, s.id as user_id, s.name as user_name
from segment_uses u
join segments s on s.workspace_id = u.workspace_id and s.id = u.segment_id
union
select u.workspace_id, u.kind, u.used_id, 'campaign', c.id, c.name
from campaign_uses u
join campaigns c on c.workspace_id = u.workspace_id and c.id = u.campaign_id
where c.status not in ('done', 'cancelled');

-- Published: whose a campaign is, for the console's access check.
create view campaign_workspaces as select id, workspace_id from campaigns;
