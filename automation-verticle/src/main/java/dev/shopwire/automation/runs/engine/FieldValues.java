package dev.shopwire.automation.runs.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.common.postgres.Columns;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.math.BigDecimal;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;

/** Values of custom fields that are not private, of some customers. Immutable once read. */
final class FieldValues {
  // Of a field with a value per app, named without an app, the value that was changed last.
  private static final String READ =
      """
      select k.id, f.field_id, f.app_id, d.type, v.boolean_value, v.number_value,
        coalesce(v.text_value, v.long_value) as text
      from unnest($2::bigint[]) k (id)
      cross join unnest($3::bigint[], $4::bigint[]) f (field_id, app_id)
      cross join lateral (
        select type from custom_field_definitions
        where workspace_id = $1 and id = f.field_id and not private offset 0
      ) d
      cross join lateral (
        select * from customer_field_values o
        where o.workspace_id = $1 and o.customer_id = k.id and o.field_id = f.field_id
          and (f.app_id = 0 or o.app_id = f.app_id)
        order by o.changed_at desc nulls last, o.app_id limit 1
      ) v
      """;

  private final Map<Key, JsonNode> values = new HashMap<>();

  private FieldValues() {}

  private record Key(long customerId, FieldRef field) {}

  /** Runs on the caller's event loop. */
  static Future<FieldValues> read(
      SqlClient client, long workspaceId, Long[] customers, Collection<FieldRef> fields) {
    FieldValues read = new FieldValues();
    List<FieldRef> distinct = fields.stream().distinct().toList();
    if (distinct.isEmpty()) {
      return Future.succeededFuture(read);
    }
    int size = distinct.size();
    return client
        .preparedQuery(READ)
        .execute(
            Tuple.of(workspaceId)
                .addArrayOfLong(customers)
                .addArrayOfLong(Columns.of(distinct, new Long[size], FieldRef::fieldId))
                .addArrayOfLong(Columns.of(distinct, new Long[size], FieldRef::appId)))
        .map(
            rows -> {
              rows.forEach(read::add);
              return read;
            });
  }

  private void add(Row row) {
    values.put(
        new Key(row.getLong("id"), new FieldRef(row.getLong("field_id"), row.getLong("app_id"))),
        value(row));
  }

  private static JsonNode value(Row row) {
    Boolean bool = row.getBoolean("boolean_value");
    BigDecimal number = row.getBigDecimal("number_value");
    String text = row.getString("text");
    if (bool != null) {
      return BooleanNode.valueOf(bool);
    } else if (number != null) {
      return DecimalNode.valueOf(number);
    } else if (text == null) {
      return MissingNode.getInstance();
    }
    return row.getString("type").equals("json")
        ? Objects.requireNonNull(RunRecord.parse(text))
        : TextNode.valueOf(text);
  }

  /** A missing node if there is none. */
  JsonNode find(long customerId, FieldRef field) {
    return values.getOrDefault(new Key(customerId, field), MissingNode.getInstance());
  }
}
