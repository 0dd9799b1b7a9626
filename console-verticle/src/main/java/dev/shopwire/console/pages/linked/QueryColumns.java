package dev.shopwire.console.pages.linked;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.json.Json;
import dev.shopwire.console.pages.forms.Field;
import dev.shopwire.console.pages.forms.FormData;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;

/** The columns of a linked query as rows of a form: four fields for each, with empty ones after. */
final class QueryColumns {
  static final String NAME = "columns";

  private static final int MAX = 50;
  private static final int FIRST_ROWS = 3;
  private static final String FIELD = NAME + "\\.\\d{1,2}\\.(column|field|type|scope)";
  private static final List<String> PARTS = List.of("column", "field", "type", "scope");

  private QueryColumns() {}

  private static String name(int row, String part) {
    return "%s.%d.%s".formatted(NAME, row, part);
  }

  /** The same values without rows that name nothing, so that each row is an item of the API's. */
  static FormData withoutEmptyRows(FormData data) {
    Map<String, List<String>> values = new LinkedHashMap<>(data.values());
    values.keySet().removeIf(name -> name.matches(FIELD));
    int rows = 0;
    for (int i = 0; i < MAX; i++) {
      if (data.has(name(i, "column")) || data.has(name(i, "field"))) {
        for (String part : PARTS) {
          values.put(name(rows, part), List.of(data.get(name(i, part)).strip()));
        }
        rows++;
      }
    }
    return new FormData(values);
  }

  /** How many rows are filled in. */
  static int count(FormData withoutEmptyRows) {
    int rows = 0;
    while (rows < MAX && withoutEmptyRows.contains(name(rows, "column"))) {
      rows++;
    }
    return rows;
  }

  /** The fields of these rows, and of two empty ones. */
  static Stream<Field> fields(int rows) {
    List<Field> fields = new ArrayList<>();
    for (int i = 0; i < Math.min(MAX, Math.max(FIRST_ROWS, rows + 2)); i++) {
      String row = NAME + i;
      String number = " " + (i + 1);
      Stream.of(
              Field.text(name(i, "column"), "Column" + number),
              Field.text(name(i, "field"), "Field" + number),
              Field.select(name(i, "type"), "Type" + number, "text", "number", "boolean", "json"),
              Field.select(name(i, "scope"), "Scope" + number, "customers", "app", "all-apps"))
          .map(field -> field.inRow(row))
          .forEach(fields::add);
    }
    return fields.stream();
  }

  /**
   * What the fields show.
   *
   * @param columns as the API returns them
   */
  static Map<String, String> values(JsonNode columns) {
    Map<String, String> values = new LinkedHashMap<>();
    for (int i = 0; i < columns.size(); i++) {
      for (String part : PARTS) {
        values.put(name(i, part), columns.get(i).path(part).asText());
      }
    }
    return values;
  }

  /**
   * The API's array; a field that has no name is called like its column.
   *
   * @param rows of the form's JSON, by their numbers; those that are not filled in are empty
   */
  static ArrayNode json(JsonNode rows) {
    ArrayNode columns = Json.MAPPER.createArrayNode();
    for (JsonNode row : rows) {
      if (row.isEmpty()) {
        continue;
      }
      ObjectNode column = columns.addObject();
      PARTS.forEach(part -> column.put(part, row.path(part).asText("")));
      if (column.path("field").asText().isEmpty()) {
        column.set("field", column.path("column"));
      }
    }
    return columns;
  }
}
