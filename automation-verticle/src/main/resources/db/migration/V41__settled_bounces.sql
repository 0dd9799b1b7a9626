-- is_settled: a soft bounce that was reported before someone deleted the suppression that followed; it doesn't count towards another.
alter table mail_reports add column is_settled boolean not null default false;
