-- Published: when customers' sessions started, for conditions of segments.
create view stored_sessions as select app_id, id, customer_id, started_at from sessions;
