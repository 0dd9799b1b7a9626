-- Statements that a preview runs, one a line; those that begin with ! take long. Lines that begin with -- are comments.
insert into shops values ('hostile.example', 'x', 1, true)
insert into shops values ('hostile.example', 'x', 1, true) returning *
update shops set plan = 'hostile'
update shops set plan = 'hostile' returning *
delete from shops
delete from shops returning *
truncate shops
merge into shops s using (select 1) o on true when matched then delete
with w as (insert into shops values ('hostile.example', 'x', 1, true) returning *) select * from w
with w as (update shops set plan = 'hostile' returning *) select * from w
with w as (delete from shops returning *) select * from w
select * from (with w as (delete from shops returning *) select * from w) x
select 1 as a where exists (with w as (delete from shops returning *) select * from w)
select domain from shops for update
select domain from shops for no key update
select domain from shops for share
select domain from shops for key share nowait
select * from (select domain from shops for update skip locked) x
select 1 as a into hostile
select 1 as a into temporary hostile
create table hostile (a int)
create temporary table hostile (a int)
create unlogged table hostile (a int)
create table hostile as select 1
create view hostile as select 1
create materialized view hostile as select 1
create sequence hostile
create schema hostile
create role hostile
create user hostile superuser
create database hostile
create extension plpython3u
create function hostile() returns int language sql as 'select 1'
create trigger hostile after insert on shops execute function definer_trigger()
create index hostile on shops (plan)
create index concurrently hostile on shops (plan)
create type hostile as enum ('a')
create domain hostile as int
create server hostile foreign data wrapper postgres_fdw
create publication hostile for all tables
create subscription hostile connection 'host=127.0.0.1' publication p
alter table shops add column hostile int
alter table shops disable trigger all
alter role reader superuser
alter role current_user set statement_timeout = 0
alter database shopwire set default_transaction_read_only = off
alter system set fsync = off
drop table shops
drop table if exists shops cascade
drop owned by current_user
reassign owned by current_user to postgres
grant all on shops to public
revoke all on shops from reader
comment on table shops is 'hostile'
security label on table shops is 'hostile'
refresh materialized view targets_view
reindex table shops
vacuum shops
analyze shops
cluster shops
checkpoint
load 'auto_explain'
lock table shops in access exclusive mode
copy shops to stdout
copy shops to '/tmp/shopwire_hostile_copy'
copy shops from '/etc/passwd'
copy (select 1) to program 'touch /tmp/shopwire_hostile_program'
copy shops from program 'id'
do $$ begin delete from shops; end $$
call definer_procedure()
execute hostile
prepare hostile as delete from shops
deallocate all
declare hostile cursor for select 1
declare hostile cursor with hold for select 1
fetch all from hostile
close all
listen hostile
notify hostile
unlisten *
begin
begin read write
start transaction read write
commit
commit and chain
rollback
rollback; delete from shops
savepoint hostile
release savepoint hostile
rollback to savepoint hostile
prepare transaction 'hostile'
commit prepared 'hostile'
set transaction read write
set session characteristics as transaction read write
set transaction_read_only = off
set default_transaction_read_only = off
set statement_timeout = 0
set role owner
set session authorization postgres
reset all
discard all
explain analyze delete from shops
explain (analyze, buffers) insert into shops values ('hostile.example', 'x', 1, true)
values (1), (2)
table shops
select 1; select 2
select 1; delete from shops
select 1; commit; delete from shops; select 1
;delete from shops
select 1 as a;;
select 1) q; delete from shops; select * from (select 1
select 1) q; commit; begin; delete from shops; commit; select * from (select 1
select 1 as a) q, (select 2 as b
select 1 as a) q union all select 2 as a from (select 1
select 1 as a) q for update of q; --
select 1 as a -- ) q; delete from shops
select 1 as a /* ) q; delete from shops
select 1 as a /* ) q */ ; delete from shops
select '1' as a, 'unclosed
select $$ unclosed
select "unclosed
select E'\'; delete from shops; --' as a
select U&'\0027; delete from shops' as a
)
(
select definer_write() as domain
select definer_write_dynamic() as domain
select definer_open_up() as domain
select definer_open_up_global() as domain
select invoker_write() as domain
select domain, definer_write() from shops
select * from definer_view
select * from targets_view where definer_write() is null
select query_to_xml('delete from shops returning domain', true, true, '') as domain
select query_to_xml('update shops set plan = ''hostile''', true, true, '') as domain
select query_to_xmlschema('select 1', true, true, '') as domain
select cursor_to_xml('hostile', 10, true, true, '') as domain
select table_to_xml('shops', true, true, '') as domain
select database_to_xml(true, true, '') as domain
select set_config('transaction_read_only', 'off', false) as domain
select set_config('transaction_read_only', 'off', true) as domain
select set_config('default_transaction_read_only', 'off', false) as domain
select set_config('transaction_read_only', 'off', true), definer_write() as domain
select set_config('statement_timeout', '0', false) as domain
select set_config('lock_timeout', '0', false) as domain
select set_config('idle_in_transaction_session_timeout', '0', false) as domain
select set_config('client_connection_check_interval', '0', false) as domain
select set_config('role', 'owner', false) as domain
select set_config('role', 'postgres', false), definer_write() as domain
select set_config('session_authorization', 'postgres', false) as domain
select set_config('session_replication_role', 'replica', false) as domain
select set_config('search_path', 'hostile', false) as domain
select set_config('log_statement', 'all', false) as domain
select set_config('datestyle', 'German', false) as domain, now() as plan
select set_config('client_encoding', 'LATIN1', false) as domain
select set_config('hostile.setting', 'x', false) as domain
select nextval('counter')::text as domain
select setval('counter', 100)::text as domain
select currval('counter')::text as domain
select lo_create(0)::text as domain
select lo_creat(-1)::text as domain
select lo_from_bytea(0, 'hostile')::text as domain
select lo_put(4711, 0, 'hostile')::text as domain
select lo_unlink(4711)::text as domain
select lo_open(4711, 131072)::text as domain
select lo_truncate(lo_open(4711, 131072), 0)::text as domain
select lo_import('/etc/passwd')::text as domain
select lo_export(4711, '/tmp/shopwire_hostile_lo')::text as domain
select lo_get(4711)::text as domain
select pg_read_file('/etc/passwd') as domain
select pg_read_binary_file('/etc/passwd')::text as domain
select pg_ls_dir('/') as domain
select pg_stat_file('/etc/passwd')::text as domain
select pg_file_write('/tmp/shopwire_hostile_file', 'x', false)::text as domain
select pg_current_logfile() as domain
select pg_ls_waldir()::text as domain
select pg_advisory_lock(1)::text as domain
select pg_advisory_xact_lock(1)::text as domain
select pg_try_advisory_lock(2)::text as domain
select pg_advisory_unlock_all()::text as domain
select pg_notify('hostile', 'x')::text as domain
select pg_terminate_backend(pg_backend_pid())::text as domain
select pg_cancel_backend(pg_backend_pid())::text as domain
select pg_terminate_backend(pid)::text as domain from pg_stat_activity
select pg_cancel_backend(pid)::text as domain from pg_stat_activity
select pg_reload_conf()::text as domain
select pg_rotate_logfile()::text as domain
select pg_switch_wal()::text as domain
select pg_create_restore_point('hostile')::text as domain
select pg_backup_start('hostile')::text as domain
select pg_promote()::text as domain
select pg_stat_reset()::text as domain
select pg_logical_emit_message(false, 'hostile', 'x')::text as domain
select pg_create_physical_replication_slot('hostile')::text as domain
select pg_create_logical_replication_slot('hostile', 'test_decoding')::text as domain
select pg_drop_replication_slot('hostile')::text as domain
select pg_replication_origin_create('hostile')::text as domain
select pg_export_snapshot() as domain
select txid_current()::text as domain
select pg_import_system_collations('public')::text as domain
select pg_authid.rolpassword as domain from pg_authid
select passwd as domain from pg_shadow
select setseed(0.5)::text as domain
select (1 / 0)::text as domain
select array_fill(1, array[100000000])::text as domain
select repeat('x', 900000000) as domain
select string_agg(repeat('x', 1000000), '') as domain from generate_series(1, 900)
select xmlparse(document '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>')::text as domain
!select pg_sleep(60)::text as domain
!select set_config('statement_timeout', '0', false), pg_sleep(60)::text as domain
!select pg_sleep(0.1)::text, set_config('statement_timeout', '0', true) as domain from generate_series(1, 10000)
!select stubborn() as domain
!select count(*)::text as domain from generate_series(1, 1000000000000)
!with recursive r as (select 1 as a union all select a + 1 from r) select count(*)::text as domain from r
!with recursive r as (select repeat('x', 1000) as a union all select a || a from r where length(a) < 100000000) select max(a) as domain from r
!select a.n::text as domain from generate_series(1, 100000) a (n), generate_series(1, 100000) b order by md5(a.n::text)
select regexp_replace(repeat('a', 30000), '(a*)*(a*)*(a*)*b', '') as domain
