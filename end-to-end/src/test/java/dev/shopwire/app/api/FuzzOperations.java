package dev.shopwire.app.api;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** Generates requests for every operation of an OpenAPI document, each slightly or badly wrong. */
final class FuzzOperations {
  private static final Set<String> METHODS = Set.of("get", "put", "post", "patch", "delete");
  private static final List<String> ALL_METHODS =
      List.of("GET", "HEAD", "POST", "PUT", "PATCH", "DELETE", "OPTIONS", "TRACE", "FOO");

  /** An operation of the document. */
  record Operation(String method, String path, List<String> parameters, JsonNode body) {
    String name() {
      return method + " " + path;
    }
  }

  /** A request as it is sent; its target may be invalid. */
  record Request(
      String operation, String method, String target, Map<String, String> headers, String body) {}

  private final JsonNode document;
  private final Map<String, String> ids;
  private final Random random;
  private final FuzzValues values;
  private final List<Operation> operations = new ArrayList<>();

  /**
   * @param ids existing ids by the path segment before a parameter, or by that segment, a slash and
   *     its name
   */
  FuzzOperations(JsonNode document, Map<String, String> ids, Random random) {
    this.document = document;
    this.ids = ids;
    this.random = random;
    this.values = new FuzzValues(random);
    document
        .path("paths")
        .properties()
        .forEach(path -> path.getValue().properties().forEach(operation -> add(path, operation)));
  }

  private void add(Map.Entry<String, JsonNode> path, Map.Entry<String, JsonNode> operation) {
    if (METHODS.contains(operation.getKey())) {
      List<String> parameters = new ArrayList<>();
      for (JsonNode parent : List.of(path.getValue(), operation.getValue())) {
        for (JsonNode node : parent.path("parameters")) {
          JsonNode parameter = resolved(node);
          if (parameter.path("in").asText().equals("query")) {
            parameters.add(parameter.path("name").asText());
          }
        }
      }
      JsonNode schema = operation.getValue().at("/requestBody/content/application~1json/schema");
      JsonNode body =
          schema.isMissingNode() ? JsonNodeFactory.instance.missingNode() : example(schema, 0);
      operations.add(
          new Operation(
              operation.getKey().toUpperCase(java.util.Locale.ROOT),
              path.getKey(),
              parameters,
              body));
    }
  }

  private JsonNode resolved(JsonNode node) {
    String reference = node.path("$ref").asText();
    return reference.isEmpty() ? node : document.at(reference.substring(1));
  }

  /** A value that roughly matches the schema. */
  private JsonNode example(JsonNode node, int depth) {
    JsonNode schema = resolved(node);
    JsonNodeFactory nodes = JsonNodeFactory.instance;
    for (String keyword : List.of("const", "default", "example")) {
      if (schema.has(keyword)) {
        return schema.get(keyword);
      }
    }
    if (!schema.path("enum").isEmpty()) {
      return schema.path("enum").get(random.nextInt(schema.path("enum").size()));
    }
    for (String keyword : List.of("oneOf", "anyOf")) {
      if (!schema.path(keyword).isEmpty() && schema.path("properties").isEmpty()) {
        return example(
            schema.path(keyword).get(random.nextInt(schema.path(keyword).size())), depth);
      }
    }
    if (depth > 4) {
      return nodes.nullNode();
    }
    ObjectNode object = nodes.objectNode();
    schema
        .path("allOf")
        .forEach(
            part -> {
              if (example(part, depth) instanceof ObjectNode more) {
                object.setAll(more);
              }
            });
    schema
        .path("properties")
        .properties()
        .forEach(
            property -> object.set(property.getKey(), example(property.getValue(), depth + 1)));
    JsonNode type = schema.path("type");
    String typeName = type.isArray() ? type.get(0).asText() : type.asText();
    return switch (typeName) {
      case "string" -> nodes.textNode("acme.platform.example");
      case "integer", "number" -> nodes.numberNode(random.nextInt(1_000));
      case "boolean" -> nodes.booleanNode(random.nextBoolean());
      case "array" -> nodes.arrayNode().add(example(schema.path("items"), depth + 1));
      default -> object;
    };
  }

  List<Operation> operations() {
    return operations;
  }

  Request request(Operation operation) {
    String method =
        random.nextInt(20) == 0
            ? ALL_METHODS.get(random.nextInt(ALL_METHODS.size()))
            : operation.method;
    Map<String, String> headers = new LinkedHashMap<>();
    if (random.nextInt(15) == 0) {
      headers.put(
          List.of("Content-Type", "Content-Encoding", "Expect", "X-Request-Id", "X-Forwarded-For")
              .get(random.nextInt(5)),
          List.of(
                  "text/plain",
                  "gzip",
                  "100-continue",
                  "application/json; charset=latin1",
                  "1.2.3.4, x")
              .get(random.nextInt(5)));
    }
    return new Request(
        operation.name(), method, path(operation) + query(operation), headers, body(operation));
  }

  private String path(Operation operation) {
    StringBuilder path = new StringBuilder();
    String before = "";
    for (String segment : operation.path.substring(1).split("/", -1)) {
      boolean isParameter = segment.startsWith("{");
      String name = isParameter ? segment.substring(1, segment.length() - 1) : segment;
      path.append('/');
      if (isParameter && random.nextInt(4) > 0) {
        path.append(ids.getOrDefault(before + "/" + name, ids.getOrDefault(before, "1")));
      } else if (isParameter) {
        path.append(random.nextInt(3) == 0 ? rawTarget() : encoded(values.text()));
      } else {
        path.append(random.nextInt(200) == 0 ? encoded(values.text()) : segment);
      }
      before = segment;
    }
    return path.toString();
  }

  /** A text as a client without escaping might send it, without what would end the request line. */
  private String rawTarget() {
    return values.text().replaceAll("[\\s\\p{Cntrl}?#\\x{10000}-\\x{10ffff}\\x{80}-\\x{ffff}]", "");
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private String query(Operation operation) {
    StringBuilder query = new StringBuilder();
    Set<String> names = new HashSet<>();
    for (int i = random.nextInt(4); i > 0; i--) {
      List<String> known = operation.parameters;
      String name =
          known.isEmpty() || random.nextInt(10) == 0
              ? values.text()
              : known.get(random.nextInt(known.size()));
      if (names.add(name)) {
        query.append(query.isEmpty() ? '?' : '&').append(encoded(name)).append('=');
        query.append(random.nextInt(10) == 0 ? rawTarget() : encoded(values.text()));
      }
    }
    return query.toString();
  }

  private String body(Operation operation) {
    if (operation.body.isMissingNode()) {
      return random.nextInt(10) == 0 ? values.value(0).toString() : "";
    }
    String json = values.mutate(operation.body).toString();
    return random.nextInt(8) == 0 ? values.garble(json) : json;
  }
}
