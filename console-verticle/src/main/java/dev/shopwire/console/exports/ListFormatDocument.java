package dev.shopwire.console.exports;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.common.docs.ApiDocument;
import dev.shopwire.common.docs.ApiOperation;

/**
 * Adds the formats of lists to the OpenAPI document: all lists have the same ones, so that they are
 * declared once. {@link ApiDocument} calls it for each operation.
 */
public final class ListFormatDocument {
  private ListFormatDocument() {}

  /**
   * @param node the operation in the document
   */
  public static void complete(ApiOperation operation, ObjectNode node) {
    if (operation.rows().isEmpty()) {
      return;
    }
    addParameter(node.withArray("parameters"));
    ObjectNode response = (ObjectNode) node.path("responses").path("200");
    addHeaders(response.withObject("/headers"));
    ObjectNode content = response.withObject("/content");
    addCount((ObjectNode) content.path(ListFormat.JSON.mediaType()));
    content.putObject("text/csv").putObject("schema").put("type", "string");
    content.putObject(ListFormat.NDJSON.mediaType()).putObject("schema").put("type", "string");
  }

  private static void addParameter(ArrayNode parameters) {
    ObjectNode parameter =
        parameters
            .addObject()
            .put("name", ListFormat.PARAMETER)
            .put("in", "query")
            .put(
                "description",
                "`count`, `csv` and `ndjson` cover the complete list, without `take` and `cursor`:"
                    + " its number of rows, or a file that is read from one snapshot.");
    ObjectNode schema = parameter.putObject("schema");
    ListFormat.ids().forEach(schema.putArray("enum")::add);
    schema.put("default", ListFormat.JSON.id());
  }

  private static void addHeaders(ObjectNode headers) {
    headers
        .putObject("X-Total-Count")
        .put("description", "With `csv` and `ndjson`: the number of rows in the file.")
        .putObject("schema")
        .put("type", "integer");
    headers
        .putObject("Content-Disposition")
        .put("description", "With `csv` and `ndjson`: the name of the file.")
        .putObject("schema")
        .put("type", "string");
  }

  /** A response is either a page or, with {@code format=count}, the number. */
  private static void addCount(ObjectNode media) {
    ObjectNode page = (ObjectNode) media.path("schema");
    ArrayNode alternatives = media.putObject("schema").putArray("oneOf").add(page);
    ObjectNode count =
        alternatives
            .addObject()
            .put("type", "object")
            .put("description", "With `format=count`.")
            .put("additionalProperties", false);
    count.putArray("required").add("count");
    count.putObject("properties").putObject("count").put("type", "integer").put("minimum", 0);
  }
}
