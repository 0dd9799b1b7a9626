-- Which mails of flows and campaigns an address has got within the window of its workspace's frequency cap.

-- ids, times: of the same length; the mails that have their share of the cap, and since when. The lock on the row is what lets
-- two processes that mail one address count the other's mail.
create table mail_cap_windows (
  workspace_id bigint        not null references workspaces,
  email        text          not null,
  ids          bigint[]      not null,
  times        timestamptz[] not null,
  expires_at   timestamptz   not null,
  primary key (workspace_id, email)
) with (fillfactor = 70);
create index mail_cap_windows_expired on mail_cap_windows (expires_at);
