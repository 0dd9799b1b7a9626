-- When retention last looked and dropped partitions, one row a kind of data: so that no number of
-- processes and restarts drops more than one run a day may, and so that a clock that jumps is noticed.
create table retention_runs (
  name          text        primary key,
  looked_at     timestamptz not null,
  -- When the run began that the count below is of.
  ran_at        timestamptz,
  dropped       int         not null default 0,
  -- Why the clock is doubted, and since when.
  doubt         text        check (doubt in ('jump', 'idle')),
  doubted_since timestamptz,
  check ((doubt is null) = (doubted_since is null))
);
