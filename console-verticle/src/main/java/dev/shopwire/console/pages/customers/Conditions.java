package dev.shopwire.console.pages.customers;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * The API's parameter {@code filter} as rows of a form, each with a field, an operator and a value.
 * There are some more rows than conditions, so that conditions can be added without a script.
 *
 * @param rows empty if there is no filter
 * @param isEditable whether the rows are the complete filter: else it is shown as JSON
 */
record Conditions(List<Condition> rows, boolean isEditable) {
  static final String PARAMETER = "filter";

  private static final int MAX = 20;
  private static final int MORE = 2;
  private static final String FIELD = "field";
  private static final String OPERATOR = "operator";
  private static final String VALUE = "value";
  private static final Pattern ROW = Pattern.compile("(field|operator|value)\\d{1,2}");
  private static final Pattern POINTER =
      Pattern.compile("/filter/(\\d+)(?:/(field|operator|value))?(?:/.*)?");
  private static final String[] OPERATORS = {
    "equals",
    "not_equals",
    "in",
    "not_in",
    "contains",
    "starts_with",
    "gt",
    "gte",
    "lt",
    "lte",
    "is_blank",
    "is_not_blank",
    "is_true",
    "is_false"
  };

  /** Those of the page's address. */
  static Conditions of(String filter) {
    if (filter.isBlank()) {
      return new Conditions(List.of(), true);
    }
    List<Condition> rows = new ArrayList<>();
    try {
      JsonNode array = Json.MAPPER.readTree(filter);
      array.forEach(each -> Condition.of(each).ifPresent(rows::add));
      boolean isComplete = array.isArray() && array.size() == rows.size() && rows.size() <= MAX;
      return new Conditions(isComplete ? rows : List.of(), isComplete);
    } catch (JsonProcessingException | ArithmeticException | NumberFormatException e) {
      return new Conditions(List.of(), false);
    }
  }

  /** Whether the address has the rows of a submitted form, filled in or not. */
  static boolean areSubmitted(FormData query) {
    return query.contains(FIELD + 1);
  }

  /** The names of a submitted form's rows, with no values. */
  static Map<String, String> withoutRows(FormData query) {
    Map<String, String> rows = new LinkedHashMap<>();
    query.values().keySet().stream()
        .filter(name -> ROW.matcher(name).matches())
        .forEach(name -> rows.put(name, ""));
    return rows;
  }

  /** The filter that a submitted form's rows make; empty if none is filled in. */
  static String filter(FormData query, CustomFieldNames names) {
    ArrayNode filter = Json.MAPPER.createArrayNode();
    IntStream.rangeClosed(1, MAX)
        .mapToObj(
            i -> new Condition(query.get(FIELD + i), query.get(OPERATOR + i), query.get(VALUE + i)))
        .filter(row -> !row.isEmpty())
        .forEach(row -> filter.add(row.json(names.type(row.field().strip()))));
    return filter.isEmpty() ? "" : filter.toString();
  }

  /**
   * The fields of the form.
   *
   * @param names of fields, to suggest
   */
  List<Field> fields(Stream<String> names) {
    if (!isEditable) {
      return List.of(Field.text(PARAMETER, "Conditions").withHint("JSON, as the API takes it"));
    }
    List<String> suggestions = names.toList();
    List<Field> fields = new ArrayList<>();
    for (int i = 1; i <= Math.min(MAX, rows.size() + MORE); i++) {
      String row = "condition" + i;
      Stream.of(
              Field.text(FIELD + i, "Field " + i).withSuggestions(suggestions.stream()),
              Field.select(OPERATOR + i, "Operator " + i, operators(i)),
              Field.text(VALUE + i, "Value " + i))
          .map(field -> field.inRow(row))
          .forEach(fields::add);
    }
    return fields;
  }

  /** An operator that the API doesn't know stays what it is until someone changes it. */
  private String[] operators(int row) {
    return Stream.concat(
            Stream.of(OPERATORS), rows.stream().skip(row - 1L).limit(1).map(Condition::operator))
        .distinct()
        .toArray(String[]::new);
  }

  /** What the form's fields show. */
  Map<String, String> shown() {
    Map<String, String> shown = new LinkedHashMap<>();
    for (int i = 0; i < rows.size(); i++) {
      shown.put(FIELD + (i + 1), rows.get(i).field());
      shown.put(OPERATOR + (i + 1), rows.get(i).operator());
      shown.put(VALUE + (i + 1), rows.get(i).value());
    }
    return shown;
  }

  /** The same failure, with faults of conditions at the fields of their rows. */
  Throwable atRows(Throwable error) {
    return isEditable && error instanceof Failure failure && failure.code() == Code.INVALID
        ? Optional.of(failure.errors())
            .filter(errors -> !errors.isEmpty())
            .map(errors -> Failure.invalid(errors.stream().map(Conditions::atRow).toList()))
            .orElse(failure)
        : error;
  }

  private static ValidationError atRow(ValidationError error) {
    String pointer = error.pointer();
    Matcher matcher = POINTER.matcher(pointer == null ? "" : pointer);
    if (!matcher.matches()) {
      return error;
    }
    String member = matcher.group(2) == null ? FIELD : matcher.group(2);
    String name = member + (Integer.parseInt(matcher.group(1)) + 1);
    return ValidationError.ofParameter(
        name, error.code(), error.message().replaceFirst("^/filter/\\S+", name));
  }
}
