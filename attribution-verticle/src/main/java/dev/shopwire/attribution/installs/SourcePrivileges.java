package dev.shopwire.attribution.installs;

import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;

/** Checks that the source's database role may do nothing but read. */
final class SourcePrivileges {
  // Shopwire's own database is recognized by the lock that this run holds there. pg_locks shows the
  // key of an advisory lock in two halves, with objsubid 1.
  private static final String READ =
      """
      select r.rolsuper as superuser,
        has_database_privilege(current_database(), 'create')
          or exists (select from pg_namespace n
            where n.nspname !~ '^pg_' and has_schema_privilege(n.oid, 'create')) as creates,
        exists (select from pg_class c join pg_namespace n on n.oid = c.relnamespace
          where c.relkind in ('r', 'p', 'v', 'f')
            and n.nspname !~ '^pg_' and n.nspname <> 'information_schema'
            and has_schema_privilege(n.oid, 'usage')
            and has_table_privilege(c.oid, 'insert, update, delete, truncate')) as writes,
        exists (select from pg_locks l join pg_database d on d.oid = l.database
          where d.datname = current_database() and l.locktype = 'advisory' and l.granted
            and (l.classid::bigint << 32 | l.objid::bigint) = $1::bigint and l.objsubid = 1
            and l.pid = $2::int) as own
      from pg_roles r where r.rolname = current_user
      """;

  private SourcePrivileges() {}

  /**
   * Returns warnings for the operator, also if the source doesn't have these catalogs.
   *
   * @param lease of this run
   * @return fails if the source is Shopwire's own database
   */
  static Future<List<String>> check(InstallSource source, InstallSourceLease lease) {
    return source
        .query(READ, Tuple.of(lease.lockKey(), lease.session()))
        .map(rows -> rows.iterator().next())
        .transform(
            done -> {
              if (done.failed()) {
                return Future.succeededFuture(
                    List.of("The privileges of the source's role could not be determined"));
              }
              return done.result().getBoolean("own")
                  ? Future.failedFuture(
                      new IllegalSourceException("listing.uri points to Shopwire's own database"))
                  : Future.succeededFuture(warnings(done.result()));
            });
  }

  private static List<String> warnings(Row row) {
    List<String> warnings = new ArrayList<>();
    warn(warnings, row, "superuser", "is a superuser");
    warn(warnings, row, "creates", "may create objects");
    warn(warnings, row, "writes", "may write tables");
    return warnings;
  }

  private static void warn(List<String> warnings, Row row, String column, String what) {
    if (row.getBoolean(column)) {
      warnings.add("The source's role " + what + "; it needs only SELECT");
    }
  }
}
