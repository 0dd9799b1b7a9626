package dev.shopwire.sources.linked;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The ids of the fields of a query, in the order of its columns; 0 where there is no such field
 * yet.
 */
record KnownFields(List<Long> ids) {
  private static final String FIND =
      """
      select id, owner_app, name, type, scope from custom_field_definitions
      where workspace_id = $1 and name = any ($2) and owner_app in (0, $3)
      """;

  private static final String VALUES =
      """
      select customer_id, field_id, app_id,
        coalesce(text_value, long_value, number_value::text, boolean_value::text) as value
      from customer_field_values
      where workspace_id = $1 and customer_id = any ($2) and field_id = any ($3)
      """;

  private record Definition(long id, String type, String scope) {}

  /**
   * Finds them.
   *
   * @param app of the database, 0 if it has none
   * @return fails with 422 if one has another type or scope
   */
  static Future<KnownFields> find(
      SqlClient client, long workspaceId, long app, List<MappedColumn> columns) {
    String[] names = columns.stream().map(MappedColumn::field).toArray(String[]::new);
    return client
        .preparedQuery(FIND)
        .execute(Tuple.of(workspaceId).addArrayOfString(names).addLong(app))
        .map(
            rows -> {
              Map<String, Definition> found = new HashMap<>();
              rows.forEach(
                  row ->
                      found.put(
                          row.getLong("owner_app") + " " + row.getString("name"),
                          new Definition(
                              row.getLong("id"), row.getString("type"), row.getString("scope"))));
              return match(found, app, columns);
            });
  }

  private static KnownFields match(
      Map<String, Definition> found, long app, List<MappedColumn> columns) {
    List<Long> ids = new ArrayList<>();
    List<ValidationError> errors = new ArrayList<>();
    for (int i = 0; i < columns.size(); i++) {
      MappedColumn column = columns.get(i);
      Definition definition =
          found.get((column.scope() == ValueScope.APP ? app : 0) + " " + column.field());
      ids.add(definition == null ? 0 : definition.id());
      if (definition != null && !definition.type().equals(column.type().id())) {
        errors.add(
            new ValidationError(
                "/columns/" + i + "/type",
                "field_type_mismatch",
                "The field %s has the type %s".formatted(column.field(), definition.type())));
      }
      if (definition != null && !definition.scope().equals(column.scope().id())) {
        errors.add(
            new ValidationError(
                "/columns/" + i + "/scope",
                "field_scope_mismatch",
                "The field %s has the scope %s".formatted(column.field(), definition.scope())));
      }
    }
    if (!errors.isEmpty()) {
      throw Failure.invalid(errors);
    }
    return new KnownFields(ids);
  }

  /** A value of a field. */
  record ValueKey(long customerId, long fieldId, long appId) {}

  /** Today's values of customers, as texts. */
  Future<Map<ValueKey, String>> values(SqlClient client, long workspaceId, List<Long> customers) {
    return client
        .preparedQuery(VALUES)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(customers.toArray(Long[]::new))
                .addArrayOfLong(ids.stream().filter(id -> id != 0).toArray(Long[]::new)))
        .map(
            rows -> {
              Map<ValueKey, String> values = new HashMap<>();
              rows.forEach(
                  row ->
                      values.put(
                          new ValueKey(
                              row.getLong("customer_id"),
                              row.getLong("field_id"),
                              row.getLong("app_id")),
                          row.getString("value")));
              return values;
            });
  }
}
