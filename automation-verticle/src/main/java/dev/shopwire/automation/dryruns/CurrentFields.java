package dev.shopwire.automation.dryruns;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.DecimalNode;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.TextNode;
import dev.shopwire.automation.definitions.FieldRef;
import dev.shopwire.automation.runs.machine.Outcome;
import dev.shopwire.common.json.Json;
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
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The values that steps would set custom fields from: those of now, and what a run has set before.
 * Not thread-safe.
 */
final class CurrentFields {
  private static final String READ =
      """
      select f.field_id, f.app_id, d.type, k.id, v.boolean_value, v.number_value,
        coalesce(v.text_value, v.long_value) as text
      from unnest($3::bigint[], $4::bigint[]) f (field_id, app_id)
      cross join lateral (
        select type from custom_field_definitions
        where workspace_id = $1 and id = f.field_id offset 0
      ) d
      cross join unnest($2::bigint[]) k (id)
      left join lateral (
        select * from customer_field_values o
        where o.workspace_id = $1 and o.customer_id = k.id and o.field_id = f.field_id
          and o.app_id = f.app_id offset 0
      ) v on true
      """;

  private final Map<FieldRef, String> types = new HashMap<>();
  private final Map<OfCustomer, JsonNode> stored = new HashMap<>();
  private final Map<OfRun, JsonNode> set = new HashMap<>();

  private CurrentFields() {}

  private record OfCustomer(long customerId, FieldRef field) {}

  private record OfRun(VirtualRun run, FieldRef field) {}

  /** Runs on the caller's event loop. */
  static Future<CurrentFields> read(
      SqlClient client, long workspaceId, Collection<Long> customers, List<FieldRef> fields) {
    CurrentFields read = new CurrentFields();
    int size = fields.size();
    return fields.isEmpty()
        ? Future.succeededFuture(read)
        : client
            .preparedQuery(READ)
            .execute(
                Tuple.of(workspaceId)
                    .addArrayOfLong(customers.toArray(Long[]::new))
                    .addArrayOfLong(Columns.of(fields, new Long[size], FieldRef::fieldId))
                    .addArrayOfLong(Columns.of(fields, new Long[size], FieldRef::appId)))
            .map(
                rows -> {
                  rows.forEach(read::add);
                  return read;
                });
  }

  private void add(Row row) {
    FieldRef field = new FieldRef(row.getLong("field_id"), row.getLong("app_id"));
    String type = row.getString("type");
    types.put(field, type);
    stored.put(new OfCustomer(row.getLong("id"), field), value(row, type));
  }

  private static JsonNode value(Row row, String type) {
    Boolean bool = row.getBoolean("boolean_value");
    BigDecimal number = row.getBigDecimal("number_value");
    String text = row.getString("text");
    if (bool != null) {
      return BooleanNode.valueOf(bool);
    }
    if (number != null) {
      return DecimalNode.valueOf(number);
    }
    if (text == null) {
      return NullNode.instance;
    }
    return type.equals("json") ? parse(text) : TextNode.valueOf(text);
  }

  private static JsonNode parse(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException("A stored value can't be read", e);
    }
  }

  /** What would become of a value; JSON null unsets it. */
  Outcome set(long customerId, VirtualRun run, FieldRef field, JsonNode value) {
    String type = types.get(field);
    Optional<String> refusal = refusal(type, value);
    if (refusal.isPresent()) {
      return new Outcome("refused", List.of(), refusal);
    }
    OfRun ofRun = new OfRun(run, field);
    JsonNode before =
        set.getOrDefault(
            ofRun, stored.getOrDefault(new OfCustomer(customerId, field), NullNode.instance));
    set.put(ofRun, value);
    return Outcome.of(areEqual(before, value) ? "unchanged" : "written");
  }

  private static Optional<String> refusal(@Nullable String type, JsonNode value) {
    if (type == null) {
      return Optional.of("The field was deleted");
    }
    boolean fits =
        value.isNull()
            || switch (type) {
              case "text" -> value.isTextual();
              case "number" -> value.isNumber();
              case "boolean" -> value.isBoolean();
              default -> true;
            };
    return fits ? Optional.empty() : Optional.of("expected a value of the type " + type);
  }

  private static boolean areEqual(JsonNode one, JsonNode other) {
    boolean areNumbers = one.isNumber() && other.isNumber();
    return areNumbers ? one.decimalValue().compareTo(other.decimalValue()) == 0 : one.equals(other);
  }
}
