package dev.shopwire.app.support;

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
 * @param parameters its path and query parameters that have an example
 * @param node the Operation Object
 */
public record DocumentedOperation(
    String id, String method, String path, List<Parameter> parameters, JsonNode node) {
  private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");

  /** The media type of a form. */
  public static final String FORM = "application/x-www-form-urlencoded";

  /** A parameter that has an example. */
  public record Parameter(String name, boolean isInPath, boolean isRequired, String example) {}

  /**
   * An example request of an operation, with its response.
   *
   * @param body missing if there is none
   * @param response missing if the document shows none
   */
  public record Example(String name, JsonNode body, JsonNode response) {}

  /** All operations of {@code document} by id. */
  public static Map<String, DocumentedOperation> all(JsonNode document) {
    Map<String, DocumentedOperation> all = new LinkedHashMap<>();
    for (Map.Entry<String, JsonNode> path : document.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        if (METHODS.contains(operation.getKey())) {
          JsonNode node = operation.getValue();
          List<Parameter> parameters = new ArrayList<>();
          for (JsonNode parent : List.of(path.getValue(), node)) {
            parent
                .path("parameters")
                .forEach(parameter -> add(parameters, resolved(document, parameter)));
          }
          String id = node.path("operationId").asText();
          all.put(
              id,
              new DocumentedOperation(
                  id,
                  operation.getKey().toUpperCase(Locale.ROOT),
                  path.getKey(),
                  parameters,
                  node));
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
              parameter.path("name").asText(),
              isInPath,
              parameter.path("required").asBoolean(),
              parameter.path("example").asText()));
    }
  }

  /** Whether it requires credentials. */
  public boolean requiresCredentials() {
    return !node.has("security") || !node.path("security").isEmpty();
  }

  /** Whether it is about the user of a session. */
  public boolean usesSession() {
    return node.path("security").path(0).has("session");
  }

  /** Whether its request has a form's fields instead of JSON. */
  public boolean takesForm() {
    return node.at("/requestBody/content").has(FORM);
  }

  /** The media type of a successful response. */
  public String mediaType() {
    return content().fieldNames().hasNext() ? content().fieldNames().next() : "";
  }

  private JsonNode content() {
    return node.at("/responses/200/content");
  }

  /** At least one example; the name is empty if it has none. */
  public List<Example> examples() {
    JsonNode request =
        node.at("/requestBody/content").path(takesForm() ? FORM : "application/json");
    JsonNode responses = content().path(mediaType());
    if (request.has("examples")) {
      List<Example> examples = new ArrayList<>();
      for (Map.Entry<String, JsonNode> named : request.path("examples").properties()) {
        JsonNode response = responses.path("examples").path(named.getKey()).path("value");
        examples.add(new Example(named.getKey(), named.getValue().path("value"), response));
      }
      return examples;
    }
    JsonNode body = request.has("example") ? request.path("example") : MissingNode.getInstance();
    return List.of(new Example("", body, responses.path("example")));
  }
}
