package dev.shopwire.enrichment.search;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.Numbers;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.Query;
import dev.shopwire.enrichment.search.FilterReader.Unresolved;
import java.time.ZoneId;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Checks the value of a condition against the type of its field. For one query. */
final class ConditionReader {
  private static final int MAX_VALUES = 100;

  private final Query query;
  private final FieldNames names;
  private final ZoneId zone;

  /**
   * @param query where errors are recorded
   * @param zone of dates
   */
  ConditionReader(Query query, FieldNames names, ZoneId zone) {
    this.query = query;
    this.names = names;
    this.zone = zone;
  }

  /** Empty if the condition is invalid. */
  Optional<Condition> read(Unresolved condition) {
    FieldNames.Found found = names.find(condition.field());
    if (found.field().isEmpty()) {
      return error(condition.pointer() + "/field", found.code(), found.message());
    }
    SearchField field = found.field().get();
    return items(condition).flatMap(items -> condition(condition, field, items));
  }

  /** The single values; empty if their number or form does not fit the operator. */
  private Optional<List<JsonNode>> items(Unresolved condition) {
    JsonNode value = condition.value();
    String pointer = condition.pointer() + "/value";
    boolean isMissing = value.isMissingNode() || value.isNull();
    switch (condition.operator().operand()) {
      case NONE -> {
        return isMissing
            ? Optional.of(List.of())
            : error(
                pointer, "invalid_value", "must be absent with " + condition.operator().apiName());
      }
      case LIST -> {
        if (!value.isArray() || value.isEmpty() || value.size() > MAX_VALUES) {
          return error(
              pointer, "invalid_value", "must be an array of 1 to " + MAX_VALUES + " values");
        }
        List<JsonNode> items = new ArrayList<>();
        value.forEach(items::add);
        return Optional.of(items);
      }
      default -> {
        return isMissing
            ? error(
                pointer,
                "invalid_value",
                "must be a value; use is_blank to find customers without one")
            : Optional.of(List.of(value));
      }
    }
  }

  private Optional<Condition> condition(
      Unresolved condition, SearchField field, List<JsonNode> items) {
    List<String> values = new ArrayList<>();
    List<TimeValue> times = new ArrayList<>();
    boolean isList = condition.operator().operand() == Operator.Operand.LIST;
    for (int i = 0; i < items.size(); i++) {
      String pointer = condition.pointer() + "/value" + (isList ? "/" + i : "");
      Optional<String> value = value(pointer, condition.operator(), field, items.get(i));
      if (value.isPresent() && field.kind() == Kind.TIME) {
        time(pointer, value.get()).ifPresent(times::add);
      } else {
        value.ifPresent(values::add);
      }
    }
    if (values.size() + times.size() < items.size()) {
      return Optional.empty();
    }
    if (!field.kind().allows(condition.operator())) {
      return error(
          condition.pointer() + "/operator",
          "invalid_operator",
          "%s does not apply to %s, whose type is %s"
              .formatted(condition.operator().apiName(), field.name(), field.kind().title()));
    }
    return Optional.of(new Condition(field, condition.operator(), values, times));
  }

  private Optional<String> value(
      String pointer, Operator operator, SearchField field, JsonNode value) {
    Kind kind = field.kind();
    boolean isElement = kind == Kind.JSON && operator == Operator.CONTAINS;
    if (!kind.accepts(value) && !(isElement && value.isValueNode() && !value.isNull())) {
      return error(
          pointer,
          "field_type_mismatch",
          "does not fit %s, whose type is %s: got %s"
              .formatted(field.name(), kind.title(), JsonTypes.name(value)));
    }
    if (!isStorable(value)) {
      return error(pointer, "invalid_value", "contains a number or text that fields cannot store");
    }
    if (kind == Kind.AFFILIATE && NumericId.parse(value.textValue()).isEmpty()) {
      return error(pointer, "invalid_value", "must be the id of an affiliate");
    }
    return Optional.of(kind == Kind.JSON ? value.toString() : value.asText());
  }

  private Optional<TimeValue> time(String pointer, String text) {
    Optional<TimeValue> time = TimeValue.of(text.strip(), zone);
    return time.isPresent()
        ? time
        : error(pointer, "invalid_value", "must be " + TimeValue.EXPECTED);
  }

  private static boolean isStorable(JsonNode value) {
    if (value.isTextual()) {
      return StorableText.findProblem(value.textValue()).isEmpty();
    }
    if (value.isNumber()) {
      return Numbers.isStorable(value.asText());
    }
    for (Map.Entry<String, JsonNode> field : value.properties()) {
      if (StorableText.findProblem(field.getKey()).isPresent()) {
        return false;
      }
    }
    for (JsonNode item : value) {
      if (!isStorable(item)) {
        return false;
      }
    }
    return true;
  }

  private <T> Optional<T> error(String pointer, String code, String message) {
    query.addError(new ValidationError(pointer, code, pointer + " " + message));
    return Optional.empty();
  }
}
