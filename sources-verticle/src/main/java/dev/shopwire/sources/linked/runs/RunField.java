package dev.shopwire.sources.linked.runs;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.sources.linked.MappedColumn;
import dev.shopwire.sources.linked.ValueScope;
import dev.shopwire.sources.linked.ValueType;
import dev.shopwire.sources.linked.queries.LinkedQuery;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * A field that a run fills.
 *
 * @param app whose values they are; 0 unless the field has one an app
 * @param column of the query
 */
record RunField(long id, String name, ValueType type, long app, String column) {
  private static final String DEFINITIONS =
      """
      select id, name, type, scope from custom_field_definitions
      where workspace_id = $1 and id = any ($2)
      """;

  private record Definition(String name, String type, String scope) {}

  /**
   * The fields of a query's columns, as they are defined now.
   *
   * @param app of the database, 0 if it has none
   * @return fails if one is gone, or has another type than the query gives it
   */
  static Future<List<RunField>> of(SqlClient client, LinkedQuery query, long app) {
    return client
        .preparedQuery(DEFINITIONS)
        .execute(
            Tuple.of(query.workspaceId()).addArrayOfLong(query.fieldIds().toArray(Long[]::new)))
        .map(
            rows -> {
              Map<Long, Definition> found = new HashMap<>();
              rows.forEach(
                  row ->
                      found.put(
                          row.getLong("id"),
                          new Definition(
                              row.getString("name"),
                              row.getString("type"),
                              row.getString("scope"))));
              return match(query, app, found);
            });
  }

  private static List<RunField> match(
      LinkedQuery query, long app, Map<Long, Definition> definitions) {
    List<RunField> fields = new ArrayList<>();
    List<MappedColumn> columns = query.settings().source().columns();
    for (int i = 0; i < columns.size(); i++) {
      long id = query.fieldIds().get(i);
      MappedColumn column = columns.get(i);
      Definition definition = definitions.get(id);
      if (definition == null) {
        throw Failure.of(
            Code.CONFLICT, "unknown_field", "The field " + column.field() + " was deleted");
      }
      if (!definition.type().equals(column.type().id())) {
        throw Failure.of(
            Code.CONFLICT,
            "field_type_mismatch",
            "The field %s has the type %s by now".formatted(column.field(), definition.type()));
      }
      boolean isByApp = definition.scope().equals(ValueScope.ALL_APPS.id());
      fields.add(
          new RunField(id, definition.name(), column.type(), isByApp ? app : 0, column.column()));
    }
    return List.copyOf(fields);
  }
}
