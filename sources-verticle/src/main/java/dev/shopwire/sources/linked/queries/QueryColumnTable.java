package dev.shopwire.sources.linked.queries;

import dev.shopwire.common.postgres.Columns;
import dev.shopwire.sources.linked.MappedColumn;
import dev.shopwire.sources.linked.ValueScope;
import dev.shopwire.sources.linked.ValueType;
import io.vertx.core.Future;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Accesses the columns of linked queries. Methods run on the caller's event loop. */
final class QueryColumnTable {
  /**
   * Selects the columns of the query {@code q} as JSON. A promotion changes the scope of a field,
   * and nothing else of a query.
   */
  static final String OF_QUERY =
      """
      select jsonb_agg(jsonb_build_object('column', c.column_name, 'id', c.field_id,
        'field', c.field, 'type', c.type, 'scope', coalesce(f.scope, c.scope),
        'public', coalesce(not f.private, false)) order by c.position) as columns
      from linked_query_columns c
      left join custom_field_definitions f on f.workspace_id = c.workspace_id and f.id = c.field_id
      where c.workspace_id = q.workspace_id and c.query_id = q.id
      """;

  private static final String DELETE =
      "delete from linked_query_columns where workspace_id = $1 and query_id = $2";
  private static final String INSERT =
      """
      insert into linked_query_columns (workspace_id, query_id, position, column_name, field_id,
        field, type, scope)
      select $1, $2, c.position, c.column_name, c.field_id, c.field, c.type, c.scope
      from unnest($3::text[], $4::bigint[], $5::text[], $6::text[], $7::text[]) with ordinality
        as c (column_name, field_id, field, type, scope, position)
      """;

  private QueryColumnTable() {}

  /**
   * The columns of a query.
   *
   * @param fieldIds of the columns, in their order
   * @param publicFields those of them that are not private, and exist
   */
  record Stored(List<MappedColumn> columns, List<Long> fieldIds, Set<Long> publicFields) {
    /**
     * @param json of {@link #OF_QUERY}
     */
    static Stored read(JsonArray json) {
      List<MappedColumn> columns = new ArrayList<>();
      List<Long> fieldIds = new ArrayList<>();
      Set<Long> publicFields = new HashSet<>();
      for (int i = 0; i < json.size(); i++) {
        JsonObject column = json.getJsonObject(i);
        columns.add(
            new MappedColumn(
                column.getString("column"),
                column.getString("field"),
                ValueType.of(column.getString("type")).orElseThrow(),
                ValueScope.of(column.getString("scope")).orElseThrow()));
        fieldIds.add(column.getLong("id"));
        if (column.getBoolean("public")) {
          publicFields.add(column.getLong("id"));
        }
      }
      return new Stored(List.copyOf(columns), List.copyOf(fieldIds), Set.copyOf(publicFields));
    }
  }

  /** Stores the columns of a query that has none. */
  static Future<Void> insert(
      SqlClient client, QueryKey key, List<MappedColumn> columns, List<Long> fieldIds) {
    int size = columns.size();
    return client
        .preparedQuery(INSERT)
        .execute(
            Tuple.of(key.workspaceId(), key.id())
                .addArrayOfString(Columns.of(columns, new String[size], MappedColumn::column))
                .addArrayOfLong(fieldIds.toArray(Long[]::new))
                .addArrayOfString(Columns.of(columns, new String[size], MappedColumn::field))
                .addArrayOfString(
                    Columns.of(columns, new String[size], column -> column.type().id()))
                .addArrayOfString(
                    Columns.of(columns, new String[size], column -> column.scope().id())))
        .mapEmpty();
  }

  static Future<Void> replace(
      SqlClient client, QueryKey key, List<MappedColumn> columns, List<Long> fieldIds) {
    return client
        .preparedQuery(DELETE)
        .execute(Tuple.of(key.workspaceId(), key.id()))
        .compose(done -> insert(client, key, columns, fieldIds));
  }
}
