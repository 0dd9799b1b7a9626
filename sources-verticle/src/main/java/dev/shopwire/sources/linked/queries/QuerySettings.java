package dev.shopwire.sources.linked.queries;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.JsonBody;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.sources.linked.MappedColumn;
import dev.shopwire.sources.linked.QueryInput;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a workspace sets for a query.
 *
 * @param unsetsRemoved whether the fields of customers are unset that no row names any more
 * @param announces whether webhooks, segments and flows hear of changes
 */
public record QuerySettings(
    String name,
    QueryInput source,
    Optional<Schedule> schedule,
    boolean unsetsRemoved,
    Guard guard,
    boolean announces,
    boolean isPaused) {
  private static final int MAX_NAME = 100;
  private static final String PAUSED = "paused";

  /**
   * Reads a new query.
   *
   * @param hasApp whether the database belongs to an app
   * @throws dev.shopwire.common.failure.Failure 422 with all faults
   */
  public static QuerySettings ofNew(String body, boolean hasApp) {
    return read(JsonInput.strict(body), hasApp, false);
  }

  /** Reads a change; what it doesn't name stays. */
  public QuerySettings changedBy(String body, boolean hasApp) {
    ObjectNode all = Json.MAPPER.valueToTree(json());
    JsonInput.strict(body);
    JsonBody.tree(body).properties().forEach(field -> merge(all, field));
    return read(JsonInput.strict(all.toString()), hasApp, true);
  }

  private static void merge(ObjectNode all, Map.Entry<String, JsonNode> field) {
    JsonNode before = all.path(field.getKey());
    if (field.getKey().equals("guard") && field.getValue().isObject() && before.isObject()) {
      ((ObjectNode) before).setAll((ObjectNode) field.getValue());
    } else {
      all.set(field.getKey(), field.getValue());
    }
  }

  private static QuerySettings read(JsonInput input, boolean hasApp, boolean hasStatus) {
    String name = input.requiredString("name", MAX_NAME);
    Optional<QueryInput> source = QueryInput.read(input, hasApp);
    Optional<Schedule> schedule = Schedule.read(input);
    String removed = choice(input, "removed", List.of("keep", "unset"));
    Guard guard = Guard.read(input);
    String announce = choice(input, "announce", List.of("changes", "none"));
    String status = hasStatus ? choice(input, "status", List.of("active", PAUSED)) : "active";
    input.throwIfInvalid();
    return new QuerySettings(
        name,
        source.orElseThrow(),
        schedule,
        removed.equals("unset"),
        guard,
        announce.equals("changes"),
        status.equals(PAUSED));
  }

  /** One of the values, by default the first. */
  private static String choice(JsonInput input, String name, List<String> values) {
    JsonNode value = input.value(name);
    if (value.isMissingNode() || value.isNull()) {
      return values.get(0);
    }
    if (!value.isTextual() || !values.contains(value.textValue())) {
      input.addError(name, "invalid_" + name, "must be " + String.join(" or ", values));
      return values.get(0);
    }
    return value.textValue();
  }

  String removed() {
    return unsetsRemoved ? "unset" : "keep";
  }

  String announce() {
    return announces ? "changes" : "none";
  }

  public String status() {
    return isPaused ? PAUSED : "active";
  }

  /** The same without runs by themselves. */
  public QuerySettings paused() {
    return new QuerySettings(name, source, schedule, unsetsRemoved, guard, announces, true);
  }

  /** Whether the other one reads something else, or fills other fields. */
  public boolean differsInDefinition(QuerySettings other) {
    return !source.equals(other.source) || unsetsRemoved != other.unsetsRemoved;
  }

  /** As in the API and in the audit log. */
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("name", name);
    json.put("sql", source.sql());
    json.put("keyColumn", source.keyColumn());
    json.put("key", source.key().id());
    json.put("columns", source.columns().stream().map(QuerySettings::json).toList());
    json.put("schedule", schedule.map(Schedule::json).orElse(null));
    json.put("removed", removed());
    json.put("guard", guard.json());
    json.put("announce", announce());
    json.put("status", status());
    return json;
  }

  static Map<String, Object> json(MappedColumn column) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("column", column.column());
    json.put("field", column.field());
    json.put("type", column.type().id());
    json.put("scope", column.scope().id());
    return json;
  }
}
