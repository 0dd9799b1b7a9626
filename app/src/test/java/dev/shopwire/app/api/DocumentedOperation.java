package dev.shopwire.app.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;

/**
 * An operation of an OpenAPI document with its examples.
 *
 * @param parameters the examples of its path's and its query's parameters
 * @param node the Operation Object
 */
record DocumentedOperation(
    String id, String method, String path, List<Parameter> parameters, JsonNode node) {
  private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");

  /** A parameter that has an example. */
  record Parameter(String name, boolean isInPath, String example) {}

  /**
   * A request that an operation shows, with the answer to it.
   *
   * @param body missing if there is none
   * @param answer missing if the document shows none
   */
  record Example(String name, JsonNode body, JsonNode answer) {}

  /** All of {@code document}, by their ids. */
  static Map<String, DocumentedOperation> all(JsonNode document) {
    Map<String, DocumentedOperation> all = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> each : path.getValue().properties()) {
        if (METHODS.contains(each.getKey())) {
          JsonNode node = each.getValue();
          List<Parameter> parameters = new ArrayList<>();
          for (JsonNode holder : List.of(path.getValue(), node)) {
            holder.path("parameters").forEach(given -> add(parameters, resolved(document, given)));
          }
          String id = node.path("operationId").asText();
          all.put(
              id,
              new DocumentedOperation(
                  id, each.getKey().toUpperCase(Locale.ROOT), path.getKey(), parameters, node));
        }
      }
    }
    return all;
  }

  private static JsonNode resolved(JsonNode document, JsonNode node) {
    String reference = node.path("$ref").asText();
    return reference.isEmpty() ? node : document.at(reference.substring(1));
  }

  private static void add(List<Parameter> parameters, JsonNode parameter) {
    boolean isInPath = parameter.path("in").asText().equals("path");
    if (parameter.has("example")) {
      parameters.add(
          new Parameter(
              parameter.path("name").asText(), isInPath, parameter.path("example").asText()));
    }
  }

  /** Whether it asks for a credential. */
  boolean isGuarded() {
    return !node.has("security") || !node.path("security").isEmpty();
  }

  /** Its media type of success. */
  String type() {
    return content().fieldNames().hasNext() ? content().fieldNames().next() : "";
  }

  private JsonNode content() {
    return node.at("/responses/200/content");
  }

  /** At least one; those without a name are called "". */
  List<Example> examples() {
    JsonNode request = node.at("/requestBody/content/application~1json");
    JsonNode answers = content().path(type());
    if (request.has("examples")) {
      List<Example> examples = new ArrayList<>();
      for (Map.Entry<String, JsonNode> named : request.path("examples").properties()) {
        JsonNode answer = answers.path("examples").path(named.getKey()).path("value");
        examples.add(new Example(named.getKey(), named.getValue().path("value"), answer));
      }
      return examples;
    }
    JsonNode body = request.has("example") ? request.path("example") : MissingNode.getInstance();
    return List.of(new Example("", body, answers.path("example")));
  }
}
