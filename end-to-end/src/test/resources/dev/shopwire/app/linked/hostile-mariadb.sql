-- Statements that a preview runs, one a line; those that begin with ! take long. Lines that begin with -- are comments.
insert into shops (domain) values ('hostile.example')
insert into shops (domain) values ('hostile.example') returning domain
update shops set plan = 'hostile'
delete from shops
delete from shops returning domain
replace into shops (domain) values ('acme.platform.example')
truncate table shops
select domain from shops into outfile '/tmp/shopwire_hostile_out'
select domain from shops into dumpfile '/tmp/shopwire_hostile_dump'
select domain into @a from shops limit 1
select 1 as domain) q into outfile '/tmp/shopwire_hostile_out' -- 
select 1 as domain) q into outfile '/tmp/shopwire_hostile_out' #
select 1 as domain) q into outfile '/tmp/shopwire_hostile_out' /*
select 1 as domain) q, (select 2 as b
select 1 as domain) q; delete from shops; select * from (select 1
select 1 as domain; delete from shops
select 1 as domain -- ) q; delete from shops
select 1 as domain # ) q; delete from shops
select 1 as domain /*! ) q into outfile '/tmp/shopwire_hostile_out' */
select 1 as domain /*!50000 , sleep(0) */
select 1 as domain /*M! , 2 */
select domain from shops for update
select domain from shops lock in share mode
select domain from shops procedure analyse()
create table hostile (a int)
create temporary table hostile (a int)
create table hostile select 1
create or replace view hostile as select 1
create function hostile() returns int return 1
create user hostile
create database hostile
create trigger hostile before insert on shops for each row set @a = 1
create event hostile on schedule every 1 second do delete from shops
create sequence hostile
alter table shops add column hostile int
drop table shops
drop table if exists hostile
rename table shops to hostile
grant all on *.* to reader
flush tables with read lock
lock tables shops write
unlock tables
kill 1
shutdown
reset master
purge binary logs to 'x'
install plugin hostile soname 'hostile.so'
load data infile '/etc/passwd' into table shops
load data local infile '/etc/passwd' into table shops
load xml infile '/etc/passwd' into table shops
set session transaction read write
set autocommit = 1
set global max_connections = 1
set @a = 1
set max_statement_time = 0 for select 1
set statement max_statement_time = 0 for select 1 as domain
start transaction read write
begin
commit
rollback
savepoint hostile
xa start 'hostile'
prepare hostile from 'delete from shops'
execute hostile
execute immediate 'delete from shops'
deallocate prepare hostile
do sleep(0)
call definer_procedure()
handler shops open
analyze table shops
optimize table shops
check table shops
repair table shops
explain select 1
analyze select 1
show tables
help 'x'
select 1 as domain, 2 as domain
select ? as domain
select load_file('/etc/passwd') as domain
select definer_write() as domain
select definer_open_up() as domain
select definer_temporary() as domain
select domain from definer_view
select nextval(counter) as domain
select next value for counter as domain
select setval(counter, 100) as domain
select lastval(counter) as domain
select get_lock('hostile', 0) as domain
select release_all_locks() as domain
select @@global.read_only as domain
select @a := 1 as domain
select last_insert_id(5) as domain
select master_pos_wait('x', 1, 0) as domain
select authentication_string as domain from mysql.global_priv
select * from mysql.user
select repeat('x', 1000000000) as domain
select json_extract('{', '$') as domain
select extractvalue('<a>', '//') as domain
select 'unclosed as domain
select `unclosed
)
(
!select sleep(60) as domain from shops
!select benchmark(100000000000, md5('x')) as domain
with recursive r as (select 1 as a union all select a + 1 from r where a < 1000000000000) select count(*) as domain from r
!select count(*) as domain from information_schema.collations a, information_schema.collations b, information_schema.collations c
