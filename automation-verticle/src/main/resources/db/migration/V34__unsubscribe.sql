-- What the public pages for recipients read and write, also while no automation process runs. See docs/api/mail.md.

-- Published: the topics of a workspace, and as topic 0 all mails, each with the reason why the address gets none of them.
create function mail_preferences(workspace bigint, address text)
returns table (topic_id bigint, name text, reason text) language sql stable as $$
  select t.id, t.name, s.reason
  from (
    select 0::bigint as id, null::text as name
    union all
    select id, name from mail_topics where workspace_id = workspace
  ) t
  left join mail_suppressions s
    on s.workspace_id = workspace and s.email = address and s.topic_id = t.id
  order by t.name nulls first, t.id
$$;

-- Published: suppresses topics, 0 for all mails. A topic that is gone stands for all mails: who unsubscribes wants none.
create function unsubscribe_from_mail(workspace bigint, address text, topics bigint[], message bigint)
returns void language sql volatile as $$
  insert into mail_suppressions (workspace_id, email, topic_id, reason, message_id)
  select distinct workspace, address, coalesce(t.id, 0), 'unsubscribed', nullif(message, 0)
  from unnest(topics) as chosen(id)
  left join mail_topics t on t.workspace_id = workspace and t.id = chosen.id
  on conflict (workspace_id, email, topic_id) do nothing
$$;

-- Published: takes unsubscriptions back, nothing else: what bounced, was complained about or was entered by hand stays.
create function resubscribe_to_mail(workspace bigint, address text, topics bigint[])
returns void language sql volatile as $$
  delete from mail_suppressions
  where workspace_id = workspace and email = address and topic_id = any (topics) and reason = 'unsubscribed'
$$;
