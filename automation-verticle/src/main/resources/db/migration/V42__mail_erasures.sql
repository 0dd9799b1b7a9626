-- Erasure of an address from all mails. See docs/api/mail.md.

-- The key of the hashes of erased addresses, encrypted with SHOPWIRE_WEBHOOK_SECRET_KEYS. One row; a rotation changes its encryption
-- and not the key, so that hashes still match.
create table mail_hash_key (
  is_only boolean primary key default true check (is_only),
  key_id  text    not null,
  sealed  bytea   not null
);

-- Erasures that are not complete. email_hash: what replaces the address. sealed: the address, encrypted with a key that is derived
-- from that of the hashes. horizon: set when nothing of the address was found; transactions before it may still write the address.
create table mail_erasures (
  workspace_id bigint      not null references workspaces,
  email_hash   text        not null,
  sealed       bytea       not null,
  horizon      xid8,
  created_at   timestamptz not null default now(),
  primary key (workspace_id, email_hash)
);

-- What a mail's address is compared by: after an erasure its hash, else the address. A mail whose step of a flow has another one with
-- that hash has a suffix.
create function mail_address_key(workspace bigint, address text, message bigint) returns text language sql stable as $$
  select coalesce((
    select split_part(email_key, '#', 1) from mail_messages
    where workspace_id = workspace and id = message and starts_with(email_key, 'erased:')), address)
$$;

-- Published: as the function with two arguments, for the recipient of a mail, also if its address was erased.
create function mail_preferences(workspace bigint, address text, message bigint)
returns table (topic_id bigint, name text, reason text) language sql stable as $$
  select t.id, t.name, s.reason
  from (
    select 0::bigint as id, null::text as name
    union all
    select id, name from mail_topics where workspace_id = workspace
  ) t
  left join lateral (
    select s.reason from mail_suppressions s
    where s.workspace_id = workspace and s.topic_id = t.id
      and s.email in (address, mail_address_key(workspace, address, message))
    order by s.reason = 'unsubscribed' limit 1
  ) s on true
  order by t.name nulls first, t.id
$$;

-- Published: as before; an erased address isn't stored again.
create or replace function unsubscribe_from_mail(workspace bigint, address text, topics bigint[], message bigint)
returns void language sql volatile as $$
  insert into mail_suppressions (workspace_id, email, topic_id, reason, message_id)
  select distinct workspace, mail_address_key(workspace, address, message), coalesce(t.id, 0), 'unsubscribed',
    nullif(message, 0)
  from unnest(topics) as chosen(id)
  left join mail_topics t on t.workspace_id = workspace and t.id = chosen.id
  on conflict (workspace_id, email, topic_id) do nothing
$$;

-- Published: as the function with three arguments, for the recipient of a mail, also if its address was erased.
create function resubscribe_to_mail(workspace bigint, address text, topics bigint[], message bigint)
returns void language sql volatile as $$
  delete from mail_suppressions
  where workspace_id = workspace and email in (address, mail_address_key(workspace, address, message))
    and topic_id = any (topics) and reason = 'unsubscribed'
$$;
