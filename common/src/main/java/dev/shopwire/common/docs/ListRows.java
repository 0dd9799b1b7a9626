package dev.shopwire.common.docs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Finds the fields of a list's rows in the schema of its response. A list is what has pages: its
 * response has the field {@code hasNextPage}, or what lists the columns of its CSV in {@code
 * x-csv-columns}.
 */
final class ListRows {
  private static final String SCHEMA = "/responses/200/content/application~1json/schema";
  private static final String NEXT_PAGE = "hasNextPage";
  private static final String COLUMNS = "x-csv-columns";
  private static final String SELECTED_COLUMNS = "columns";
  private static final List<Set<String>> PARTIES =
      List.of(Set.of("id", "name"), Set.of("id", "slug"), Set.of("id", "slug", "name"));

  private final JsonNode document;

  private ListRows(JsonNode document) {
    this.document = document;
  }

  /**
   * The fields of a list's rows, in the order of the document; empty if the response is no list.
   */
  static List<RowField> of(JsonNode document, JsonNode operation) {
    ListRows rows = new ListRows(document);
    Map<String, JsonNode> response = rows.properties(operation.at(SCHEMA));
    List<String> columns = operation.path(COLUMNS).valueStream().map(JsonNode::asText).toList();
    if (!response.containsKey(NEXT_PAGE) && columns.isEmpty()) {
      return List.of();
    }
    return response.values().stream()
        .map(rows::resolve)
        .filter(schema -> schema.path("type").asText().equals("array"))
        .map(schema -> rows.properties(schema.path("items")))
        .filter(fields -> !fields.isEmpty() && fields.keySet().containsAll(columns))
        .findFirst()
        .map(fields -> columns.isEmpty() ? rows.fields(fields) : rows.fields(fields, columns))
        .orElse(List.of());
  }

  private List<RowField> fields(Map<String, JsonNode> properties, List<String> columns) {
    return fields(properties).stream().filter(field -> columns.contains(field.name())).toList();
  }

  private List<RowField> fields(Map<String, JsonNode> properties) {
    return properties.entrySet().stream()
        .map(each -> new RowField(each.getKey(), kind(each.getKey(), each.getValue())))
        .toList();
  }

  private RowField.Kind kind(String name, JsonNode schema) {
    if (name.equals(SELECTED_COLUMNS) && resolve(schema).path("type").asText().equals("object")) {
      return RowField.Kind.SELECTED_COLUMNS;
    }
    return isParty(schema) ? RowField.Kind.PARTY : RowField.Kind.OTHER;
  }

  /** The properties of an object, with those of the schemas that it consists of. */
  private Map<String, JsonNode> properties(JsonNode reference) {
    JsonNode schema = resolve(reference);
    Map<String, JsonNode> properties = new LinkedHashMap<>();
    schema.path("allOf").forEach(part -> properties(part).forEach(properties::putIfAbsent));
    schema
        .path("properties")
        .properties()
        .forEach(each -> properties.putIfAbsent(each.getKey(), each.getValue()));
    return properties;
  }

  /** Whether the schema, or one of its alternatives, is that of a party. */
  private boolean isParty(JsonNode reference) {
    JsonNode schema = resolve(reference);
    for (String choice : List.of("oneOf", "anyOf")) {
      for (JsonNode alternative : schema.path(choice)) {
        if (isParty(alternative)) {
          return true;
        }
      }
    }
    return PARTIES.contains(properties(schema).keySet());
  }

  private JsonNode resolve(JsonNode schema) {
    String reference = schema.path("$ref").asText();
    return reference.isEmpty() ? schema : document.at(reference.substring(1));
  }
}
