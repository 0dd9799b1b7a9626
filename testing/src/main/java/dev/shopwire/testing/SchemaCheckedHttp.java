package dev.shopwire.testing;

import com.fasterxml.jackson.databind.JsonNode;
import io.vertx.core.json.JsonArray;
import io.vertx.core.json.JsonObject;
import io.vertx.json.schema.Draft;
import io.vertx.json.schema.JsonSchema;
import io.vertx.json.schema.JsonSchemaOptions;
import io.vertx.json.schema.OutputFormat;
import io.vertx.json.schema.OutputUnit;
import io.vertx.json.schema.Validator;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.ConcurrentHashMap;

/**
 * An {@link Http} client that validates every response against the OpenAPI document of the service,
 * by operation and status.
 */
public final class SchemaCheckedHttp extends Http {
  private static final JsonSchemaOptions OPTIONS =
      new JsonSchemaOptions()
          .setBaseUri("https://shopwire.invalid")
          .setDraft(Draft.DRAFT202012)
          .setOutputFormat(OutputFormat.Basic);

  private final Map<String, String> credentials;
  private final JsonNode document;
  private final Map<String, Validator> validators = new ConcurrentHashMap<>();

  /**
   * @param credentials headers sent with every call
   */
  public SchemaCheckedHttp(String base, String documentPath, Map<String, String> credentials) {
    super(base);
    this.credentials = credentials;
    Answer answer = super.send("GET", documentPath, Map.of(), new byte[0]);
    this.document = answer.json();
  }

  public Answer get(String path) {
    return send("GET", path, Map.of(), new byte[0]);
  }

  public Answer post(String path, String body) {
    return send(
        "POST",
        path,
        Map.of("Content-Type", "application/json"),
        body.getBytes(StandardCharsets.UTF_8));
  }

  public Answer patch(String path, String body) {
    return send(
        "PATCH",
        path,
        Map.of("Content-Type", "application/json"),
        body.getBytes(StandardCharsets.UTF_8));
  }

  public Answer delete(String path) {
    return send("DELETE", path, Map.of(), new byte[0]);
  }

  /** {@code headers} override the credentials; an empty header removes a credential. */
  @Override
  public Answer send(String method, String path, Map<String, String> headers, byte[] body) {
    Map<String, String> all = new TreeMap<>(String.CASE_INSENSITIVE_ORDER);
    all.putAll(credentials);
    all.putAll(headers);
    all.values().removeIf(String::isEmpty);
    Answer answer = super.send(method, path, all, body);
    check(method, path.replaceAll("\\?.*", ""), answer);
    return answer;
  }

  private void check(String method, String path, Answer answer) {
    if (answer.body().isEmpty() || answer.header("X-Request-Id").isEmpty()) {
      throw new AssertionError("a response without body or request id: " + answer);
    }
    boolean failed = answer.status() >= 400;
    if (failed != answer.json().hasNonNull("error")) {
      throw new AssertionError("error must be present if and only if it failed: " + answer);
    }
    String type = failed ? "application/problem+json" : "application/json";
    if (!answer.header("Content-Type").equals(type)) {
      throw new AssertionError("expected " + type + ", got " + answer);
    }
    String pointer = schemaOf(method, path, answer.status(), type);
    OutputUnit result =
        validators
            .computeIfAbsent(pointer, this::validator)
            .validate(new JsonObject(answer.body()));
    if (!Boolean.TRUE.equals(result.getValid())) {
      throw new AssertionError(
          method + " " + path + " violates its schema: " + answer + " " + result.getErrors());
    }
  }

  /** The schema at {@code pointer}, with the document's components for its references. */
  private Validator validator(String pointer) {
    JsonObject schema =
        new JsonObject()
            .put("allOf", new JsonArray().add(new JsonObject(document.at(pointer).toString())))
            .put("components", new JsonObject(document.path("components").toString()));
    return Validator.create(JsonSchema.of(schema), OPTIONS);
  }

  /** A JSON Pointer to the schema of the response; for an unknown path, that of a problem. */
  private String schemaOf(String method, String path, int status, String type) {
    String normalized = path.replaceAll("/+", "/").replaceAll("(.)/$", "$1");
    for (Map.Entry<String, JsonNode> entry : document.path("paths").properties()) {
      String template = entry.getKey();
      if (normalized.matches(template.replaceAll("\\{[^}]+}", "[^/]+"))) {
        String operation =
            "/paths/"
                + template.replace("~", "~0").replace("/", "~1")
                + "/"
                + method.toLowerCase(java.util.Locale.ROOT);
        if (!document.at(operation).isMissingNode()) {
          return responseOf(operation + "/responses", status, type);
        }
      }
    }
    if (status != 404 && status != 405) {
      throw new AssertionError(method + " " + path + " is missing in the document: " + status);
    }
    return "/components/schemas/Problem";
  }

  private String responseOf(String responses, int status, String type) {
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
