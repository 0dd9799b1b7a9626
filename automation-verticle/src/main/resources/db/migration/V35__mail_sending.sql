-- Published: waits for the statements in flight that mark mails to an address as sending: each holds a lock on the lane of its
-- sender. Those that come later see a suppression that was committed before the call.
create function await_mail_marks(workspace bigint, address text) returns void language plpgsql volatile as $$
begin
  perform from mail_lanes
  where sender_id in (
    select sender_id from mail_messages
    where workspace_id = workspace and email_key = address and state in ('queued', 'deferred', 'sending'))
  order by sender_id
  for no key update;
end $$;

-- Published: how many mails to an address are being sent.
create function mails_being_sent(workspace bigint, address text) returns bigint language sql stable as $$
  select count(*) from mail_messages where workspace_id = workspace and email_key = address and state = 'sending'
$$;
