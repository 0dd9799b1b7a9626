-- The column of the query that fills a field of a run. Null in runs of versions before.
alter table linked_run_fields add column column_name text;
