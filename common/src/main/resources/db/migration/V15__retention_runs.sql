-- When retention last checked and dropped partitions, one row per kind of data: so that all processes and
-- restarts together drop no more than one run a day may, and so that a jump of the clock is noticed.
create table retention_runs (
  name          text        primary key,
  looked_at     timestamptz not null,
  -- When the run started that the count below belongs to.
  ran_at        timestamptz,
  dropped       int         not null default 0,
  -- Why the clock is not trusted, and since when.
  doubt         text        check (doubt in ('jump', 'idle')),
  doubted_since timestamptz,
  check ((doubt is null) = (doubted_since is null))
);
