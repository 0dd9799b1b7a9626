package dev.shopwire.common.docs;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;

/** Finds the fields of a list's rows in the schema of its response. */
final class ListRows {
  private static final String SCHEMA = "/responses/200/content/application~1json/schema";

  private ListRows() {}

  /**
   * The properties of the objects in the response's only array whose items are objects, in the
   * order of the document; empty if the response is no list.
   */
  static List<String> fields(JsonNode document, JsonNode operation) {
    for (JsonNode property : resolve(document, operation.at(SCHEMA)).path("properties")) {
      JsonNode schema = resolve(document, property);
      if (schema.path("type").asText().equals("array")) {
        List<String> fields = new ArrayList<>();
        addFields(document, schema.path("items"), fields);
        if (!fields.isEmpty()) {
          return List.copyOf(fields);
        }
      }
    }
    return List.of();
  }

  private static void addFields(JsonNode document, JsonNode reference, List<String> fields) {
    JsonNode schema = resolve(document, reference);
    schema.path("allOf").forEach(part -> addFields(document, part, fields));
    schema
        .path("properties")
        .properties()
        .forEach(
            each -> {
              if (!fields.contains(each.getKey())) {
                fields.add(each.getKey());
              }
            });
  }

  private static JsonNode resolve(JsonNode document, JsonNode schema) {
    String reference = schema.path("$ref").asText();
    return reference.isEmpty() ? schema : document.at(reference.substring(1));
  }
}
