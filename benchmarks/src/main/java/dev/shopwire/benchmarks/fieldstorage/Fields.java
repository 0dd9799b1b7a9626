package dev.shopwire.benchmarks.fieldstorage;

import dev.shopwire.benchmarks.measure.Database;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;

/** The field definitions in the database. */
record Fields(Map<String, Long> ids) {
  /** Three fields used by conditions, and others like them. */
  static final String DEFINE =
      """
      insert into custom_fields (workspace_id, owner_app, name, type, scope)
      select 1, 1, name, type, 'app' from (
        select case i when 1 then 'seats' else 'number_' || i end, 'number'
          from generate_series(1, 10) i
        union all select case i when 1 then 'plan' else 'text_' || i end, 'text'
          from generate_series(1, 12) i
        union all select case i when 1 then 'active' else 'boolean_' || i end, 'boolean'
          from generate_series(1, 5) i
        union all values ('long_1', 'text'), ('long_2', 'text'), ('json_1', 'json')
      ) as field (name, type)
      """;

  static Fields of(Database database) {
    return new Fields(
        database.rows("public", "select name, id from custom_fields").stream()
            .collect(Collectors.toMap(row -> row.getString("name"), row -> row.getLong("id"))));
  }

  long id(String name) {
    return Objects.requireNonNull(ids.get(name), name);
  }

  /** Replaces the placeholders for ids of the fields used by conditions in {@code sql}. */
  String fill(String sql) {
    return sql.replace("{seats}", Long.toString(id("seats")))
        .replace("{plan}", Long.toString(id("plan")))
        .replace("{active}", Long.toString(id("active")));
  }
}
