-- Published: how many mails to an address are being sent, all of which began before a suppression that was committed before
-- the call: those that mark a mail as sending hold a lock on its sender's lane, and have seen the suppression if they come later.
create function mails_being_sent(workspace bigint, address text) returns bigint language plpgsql volatile as $$
begin
  perform from mail_lanes
  where sender_id in (
    select sender_id from mail_messages
    where workspace_id = workspace and email_key = address and state in ('queued', 'deferred', 'sending'))
  order by sender_id
  for no key update;
  return (
    select count(*) from mail_messages
    where workspace_id = workspace and email_key = address and state = 'sending');
end $$;
