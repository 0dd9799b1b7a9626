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
 * An {@link Http} whose every answer must be one that the edge's own OpenAPI document promises for
 * that operation and status.
 */
public final class Contracted extends Http {
  private static final JsonSchemaOptions OPTIONS =
      new JsonSchemaOptions()
          .setBaseUri("https://shopwire.invalid")
          .setDraft(Draft.DRAFT202012)
          .setOutputFormat(OutputFormat.Basic);

  private final Map<String, String> credentials;
  private final JsonNode document;
  private final Map<String, Validator> validators = new ConcurrentHashMap<>();

  /**
   * @param credentials headers that every call carries
   */
  public Contracted(String base, String documentPath, Map<String, String> credentials) {
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

  /** {@code headers} win over the credentials; an empty one takes a credential away. */
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
      throw new AssertionError("an answer without body or request id: " + answer);
    }
    boolean failed = answer.status() >= 400;
    if (failed != answer.json().hasNonNull("error")) {
      throw new AssertionError("error is there exactly when it failed: " + answer);
    }
    String type = failed ? "application/problem+json" : "application/json";
    if (!answer.header("Content-Type").equals(type)) {
      throw new AssertionError("expected " + type + ": " + answer);
    }
    String pointer = schemaOf(method, path, answer.status(), type);
    OutputUnit result =
        validators
            .computeIfAbsent(pointer, this::validator)
            .validate(new JsonObject(answer.body()));
    if (!Boolean.TRUE.equals(result.getValid())) {
      throw new AssertionError(
          method + " " + path + " breaks its contract: " + answer + " " + result.getErrors());
    }
  }

  /** The schema at {@code pointer} with the document's components beside it, for its references. */
  private Validator validator(String pointer) {
    JsonObject schema =
        new JsonObject()
            .put("allOf", new JsonArray().add(new JsonObject(document.at(pointer).toString())))
            .put("components", new JsonObject(document.path("components").toString()));
    return Validator.create(JsonSchema.of(schema), OPTIONS);
  }

  /** A JSON Pointer to the schema of this answer; a path that isn't promised must be a problem. */
  private String schemaOf(String method, String path, int status, String type) {
    String tidy = path.replaceAll("/+", "/").replaceAll("(.)/$", "$1");
    for (Map.Entry<String, JsonNode> entry : document.path("paths").properties()) {
      String template = entry.getKey();
      if (tidy.matches(template.replaceAll("\\{[^}]+}", "[^/]+"))) {
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
      throw new AssertionError(method + " " + path + " is not in the document: " + status);
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
          "the document promises no " + status + " of " + type + " at " + responses);
    }
    return schema;
  }
}
