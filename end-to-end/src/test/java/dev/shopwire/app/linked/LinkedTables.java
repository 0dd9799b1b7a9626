package dev.shopwire.app.linked;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.SourceDatabase;
import dev.shopwire.testing.Sql;

/**
 * Linked queries of new workspaces on tables of the shared source database, and what their runs
 * have written. Each test has tables of its own.
 */
final class LinkedTables {
  static final RunningService SERVICE = RunningService.shared();
  private static final SourceDatabase SOURCE = SourceDatabase.shared();
  static final Sql SUPERUSER = SOURCE.superuser();

  private LinkedTables() {}

  /** Of a new workspace. */
  static LinkedQueries queries() {
    return LinkedQueries.of(LinkedFixture.of(SERVICE.tenants()), SOURCE.readerUri());
  }

  /** A table of the source with these rows. */
  static void table(String name, String columns, String... rows) {
    SUPERUSER.run(
        "drop table if exists %1$s; create table %1$s (%2$s); grant select on %1$s to reader;"
            .formatted(name, columns));
    if (rows.length > 0) {
      SUPERUSER.run("insert into %s values %s".formatted(name, String.join(", ", rows)));
    }
  }

  static String shop(String name) {
    return "'" + name + ".platform.example'";
  }

  /** The numbers of a run. */
  static String changes(JsonNode run) {
    JsonNode changes = run.path("changes");
    return "%s customers, %s set, %s changed, %s unset, %s unchanged"
        .formatted(
            changes.path("customers"),
            changes.path("set"),
            changes.path("changed"),
            changes.path("unset"),
            changes.path("unchanged"));
  }

  /** The texts of all values of a field. */
  static String values(LinkedQueries queries, String field) {
    return SERVICE
        .sql()
        .text(
            """
            select coalesce(string_agg(split_part(c.domain, '.', 1) || '='
              || coalesce(v.text_value, v.long_value, v.number_value::text, v.boolean_value::text),
              ' ' order by c.domain), '')
            from custom_fields f join custom_field_values v
              on v.workspace_id = f.workspace_id and v.field_id = f.id
            join customers c on c.id = v.customer_id
            where f.workspace_id = ? and f.name = ?
            """,
            Long.parseLong(queries.fixture().app().workspaceId()),
            field);
  }

  static long workspaceId(LinkedQueries queries) {
    return Long.parseLong(queries.fixture().app().workspaceId());
  }
}
