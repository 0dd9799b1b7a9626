package dev.shopwire.testing;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * Validates responses by operation and status against an OpenAPI document of the service, which is
 * fetched and compiled once per JVM, since compiling takes longer than most tests. Thread-safe.
 */
final class ApiDocument {
  private static final String HTML = "text/html";

  private static final Pattern COMPONENT = Pattern.compile("#/components/(\\w+)/([^/]+)");
  private static final Map<String, ApiDocument> BY_PATH = new ConcurrentHashMap<>();

  private record PathTemplate(String template, Pattern pattern) {}

  private final JsonNode document;
  private final List<PathTemplate> paths = new ArrayList<>();
  private final Map<String, Validator> validators = new ConcurrentHashMap<>();

  private ApiDocument(JsonNode document) {
    this.document = document;
    document
        .path("paths")
        .fieldNames()
        .forEachRemaining(
            template ->
                paths.add(
                    new PathTemplate(
                        template, Pattern.compile(template.replaceAll("\\{[^}]+}", "[^/]+")))));
  }

  /** Returns the document at {@code path} of the service that {@code client} calls. */
  static ApiDocument at(Http client, String path) {
    return BY_PATH.computeIfAbsent(
        path, key -> new ApiDocument(client.send("GET", key, Map.of(), new byte[0]).json()));
  }

  /**
   * @param path without a query
   * @throws AssertionError if the response does not match the document
   */
  void check(String method, String path, Response response) {
    if (response.status() == 200 && response.header("Content-Type").startsWith(HTML)) {
      // Pages have no schema, but must be documented.
      schemaPointer(method, path, response.status(), HTML);
      return;
    }
    String type = response.status() >= 400 ? "application/problem+json" : "application/json";
    if (!response.header("Content-Type").equals(type)) {
      throw new AssertionError("expected " + type + ", got " + response);
    }
    String pointer = schemaPointer(method, path, response.status(), type);
    JsonObject body = new JsonObject(response.body());
    OutputUnit result =
        validators
            .computeIfAbsent(pointer, key -> validator(key, OutputFormat.Flag))
            .validate(body);
    if (!Boolean.TRUE.equals(result.getValid())) {
      OutputUnit explained = validator(pointer, OutputFormat.Basic).validate(body);
      throw new AssertionError(
          method + " " + path + " violates its schema: " + response + " " + explained.getErrors());
    }
  }

  /** Compiles the schema at {@code pointer}, with the components that it refers to. */
  private Validator validator(String pointer, OutputFormat format) {
    JsonNode schema = document.at(pointer);
    JsonObject components = new JsonObject();
    addComponents(schema, components);
    return Validator.create(
        JsonSchema.of(
            new JsonObject()
                .put("allOf", new JsonArray().add(new JsonObject(schema.toString())))
                .put("components", components)),
        new JsonSchemaOptions()
            .setBaseUri("https://shopwire.invalid")
            .setDraft(Draft.DRAFT202012)
            .setOutputFormat(format));
  }

  /** Adds what {@code schema} refers to, and what that refers to. All of it would take long. */
  private void addComponents(JsonNode schema, JsonObject components) {
    for (JsonNode reference : schema.findValues("$ref")) {
      Matcher matcher = COMPONENT.matcher(reference.asText());
      if (!matcher.matches()) {
        continue;
      }
      if (!components.containsKey(matcher.group(1))) {
        components.put(matcher.group(1), new JsonObject());
      }
      JsonObject ofKind = components.getJsonObject(matcher.group(1));
      if (!ofKind.containsKey(matcher.group(2))) {
        JsonNode component = document.at(reference.asText().substring(1));
        ofKind.put(matcher.group(2), new JsonObject(component.toString()));
        addComponents(component, components);
      }
    }
  }

  /** A JSON Pointer to the response's schema; for an unknown path, to the schema of a problem. */
  private String schemaPointer(String method, String path, int status, String type) {
    String normalized = path.replaceAll("/+", "/").replaceAll("(.)/$", "$1");
    for (PathTemplate candidate : paths) {
      if (candidate.pattern().matcher(normalized).matches()) {
        String operation =
            "/paths/"
                + candidate.template().replace("~", "~0").replace("/", "~1")
                + "/"
                + method.toLowerCase(Locale.ROOT);
        if (!document.at(operation).isMissingNode()) {
          return responseSchema(operation + "/responses", status, type);
        }
      }
    }
    if (status != 404 && status != 405) {
      throw new AssertionError(method + " " + path + " is missing in the document: " + status);
    }
    return "/components/schemas/Problem";
  }

  private String responseSchema(String responses, int status, String type) {
    String response = responses + "/" + status;
    if (document.at(response).isMissingNode()) {
      response = responses + "/default";
    }
    JsonNode reference = document.at(response).path("$ref");
    if (reference.isTextual()) {
      response = reference.textValue().substring(1);
    }
    String schema = response + "/content/" + type.replace("/", "~1") + "/schema";
    if (document.at(schema).isMissingNode()) {
      throw new AssertionError(
          "the document has no " + status + " with " + type + " at " + responses);
    }
    return schema;
  }
}
