package dev.shopwire.sources.proof;

import dev.shopwire.common.postgres.Rows;
import dev.shopwire.sources.fence.FencedConnection;
import io.vertx.core.Future;
import io.vertx.sqlclient.Tuple;
import java.util.List;
import java.util.Locale;

/**
 * Finds the rights of a PostgreSQL role, and of all roles that it may become, which go beyond
 * reading.
 */
final class PostgresRights {
  // Names are looked up in pg_catalog alone, so that no function of the source stands for one.
  private static final String SETTINGS =
      """
      select pg_catalog.set_config(name, case name when 'jit' then 'off' else 'pg_catalog' end, true)
      from pg_catalog.pg_settings where name in ('jit', 'search_path')
      """;

  // pg_settings is the one relation that everyone may update: it changes the session's settings.
  // A superuser is a member of all roles, so that nothing else is worth listing.
  private static final String READ =
      """
      with member as (
        select oid, rolname, rolsuper, rolcreaterole, rolcreatedb, rolreplication,
          case when rolname = session_user then '' else ' (as role ' || quote_ident(rolname) || ')' end
            as through
        from pg_roles where pg_has_role(session_user, oid, 'member')
      ), r as (
        select * from member where not exists (select from member where rolsuper)
      ), relation as (
        select c.oid, c.relkind, c.relowner, n.oid as schema,
          quote_ident(n.nspname) || '.' || quote_ident(c.relname) as name
        from pg_class c join pg_namespace n on n.oid = c.relnamespace
        where c.relkind in ('r', 'p', 'v', 'm', 'f', 'S') and n.nspname !~ '^pg_(toast|temp)'
          and c.oid <> 'pg_settings'::regclass
      )
      (select 'SUPERUSER' as ability, 'SUPERUSER' || through as right_text from member
        where rolsuper order by rolname <> session_user limit 1)
      union all
      (select 'ROLE_CREATION', 'CREATEROLE' || through from r where rolcreaterole)
      union all
      (select 'REPLICATION', 'REPLICATION' || through from r where rolreplication)
      union all
      (select 'CREATE', 'CREATEDB' || through from r where rolcreatedb)
      union all
      (select case when rolname = 'pg_execute_server_program' then 'PROGRAMS'
          when rolname in ('pg_read_server_files', 'pg_write_server_files') then 'SERVER_FILES'
          else 'WRITE' end, 'MEMBER OF ' || rolname
        from r where rolname in ('pg_execute_server_program', 'pg_read_server_files',
          'pg_write_server_files', 'pg_write_all_data', 'pg_maintain', 'pg_signal_backend',
          'pg_create_subscription'))
      union all
      (select 'SERVER_FILES', 'EXECUTE on ' || p.oid::regprocedure || through from r, pg_proc p
        where p.pronamespace = 'pg_catalog'::regnamespace
          and p.proname in ('pg_read_file', 'pg_read_binary_file', 'pg_ls_dir', 'pg_stat_file',
            'lo_import', 'lo_export', 'pg_file_read', 'pg_file_write', 'pg_file_rename',
            'pg_file_unlink', 'pg_file_sync')
          and has_function_privilege(r.oid, p.oid, 'execute')
        limit $1)
      union all
      (select 'PROGRAMS', 'EXECUTE on ' || p.oid::regprocedure || ' in ' || l.lanname || through
        from r, pg_proc p join pg_language l on l.oid = p.prolang
        where not l.lanpltrusted and l.lanname not in ('internal', 'c')
          and has_function_privilege(r.oid, p.oid, 'execute')
        limit $1)
      union all
      (select 'CREATE', 'CREATE on database ' || quote_ident(d.datname) || through from r, pg_database d
        where d.datname = current_database() and has_database_privilege(r.oid, d.oid, 'create'))
      union all
      (select 'CREATE', 'CREATE on schema ' || quote_ident(n.nspname) || through from r, pg_namespace n
        where n.nspname !~ '^pg_(toast|temp)' and has_schema_privilege(r.oid, n.oid, 'create')
        limit $1)
      union all
      (select 'WRITE', p.name || ' on ' || c.name || through
        from r, relation c,
          (values ('INSERT'), ('UPDATE'), ('DELETE'), ('TRUNCATE'), ('TRIGGER')) as p (name)
        where c.relkind in ('r', 'p', 'v', 'f') and has_schema_privilege(r.oid, c.schema, 'usage')
          and case when p.name in ('INSERT', 'UPDATE') then has_any_column_privilege(r.oid, c.oid, p.name)
            else has_table_privilege(r.oid, c.oid, p.name) end
        limit $1)
      union all
      (select 'WRITE', p.name || ' on sequence ' || c.name || through
        from r, relation c, (values ('USAGE'), ('UPDATE')) as p (name)
        where c.relkind = 'S' and has_schema_privilege(r.oid, c.schema, 'usage')
          and has_sequence_privilege(r.oid, c.oid, p.name)
        limit $1)
      union all
      (select 'WRITE', 'OWNER of ' || c.name || through from r, relation c
        where c.relowner = r.oid limit $1)
      union all
      (select 'WRITE', 'OWNER of schema ' || quote_ident(n.nspname) || through from r, pg_namespace n
        where n.nspowner = r.oid and n.nspname !~ '^pg_' limit $1)
      union all
      (select 'WRITE', 'OWNER of ' || p.oid::regprocedure || through from r, pg_proc p
        where p.proowner = r.oid limit $1)
      union all
      (select 'WRITE', 'OWNER of database ' || quote_ident(d.datname) || through from r, pg_database d
        where d.datname = current_database() and d.datdba = r.oid)
      """;

  /** Of each kind of right, how many are read. */
  private static final long SHOWN = 25;

  private PostgresRights() {}

  /** Reads them in the transaction of the fence. */
  static Future<List<Right>> read(FencedConnection connection) {
    return connection
        .run(SETTINGS, Tuple.tuple())
        .compose(set -> connection.run(READ, Tuple.of(SHOWN)))
        .map(
            rows ->
                Rows.list(
                    rows,
                    row ->
                        new Right(
                            Ability.valueOf(row.getString("ability").toUpperCase(Locale.ROOT)),
                            row.getString("right_text"))));
  }

  /**
   * Statements that make a fit role.
   *
   * @param database its name
   */
  static List<String> fitRole(String database) {
    String name = "\"" + database.replace("\"", "\"\"") + "\"";
    return List.of(
        "CREATE ROLE shopwire_reader LOGIN PASSWORD '<a long random password>' NOSUPERUSER"
            + " NOCREATEDB NOCREATEROLE NOREPLICATION;",
        "GRANT CONNECT ON DATABASE " + name + " TO shopwire_reader;",
        "GRANT USAGE ON SCHEMA public TO shopwire_reader;",
        "GRANT SELECT ON ALL TABLES IN SCHEMA public TO shopwire_reader;",
        "REVOKE CREATE ON SCHEMA public FROM PUBLIC;");
  }
}
