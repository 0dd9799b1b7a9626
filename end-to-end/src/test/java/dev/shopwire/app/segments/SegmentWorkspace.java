package dev.shopwire.app.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** A new workspace with an app, and short forms of the calls about its segments. */
public final class SegmentWorkspace {
  private static final String API = "/console/api";

  private final Tenants tenants;
  private final Tenants.App app;

  public SegmentWorkspace() {
    this(RunningService.shared().tenants());
  }

  public SegmentWorkspace(Tenants tenants) {
    this(tenants, tenants.app());
  }

  /** The workspace of an app. */
  public SegmentWorkspace(Tenants tenants, Tenants.App app) {
    this.tenants = tenants;
    this.app = app;
  }

  /** The same workspace and app through another process. */
  public SegmentWorkspace through(Tenants other) {
    return new SegmentWorkspace(
        other,
        new Tenants.App(
            app.workspaceId(),
            app.appId(),
            app.keyId(),
            app.key(),
            other.as(Map.of("X-Api-Key", app.key()))));
  }

  public Tenants.App app() {
    return app;
  }

  public SchemaCheckedHttp console() {
    return tenants.console();
  }

  /** Another app of the workspace. */
  public Tenants.App anotherApp() {
    return tenants.app(app.workspaceId());
  }

  public String slug(Tenants.App of) {
    JsonNode apps = get("/workspaces/" + app.workspaceId() + "/apps").json().path("apps");
    return StreamSupport.stream(apps.spliterator(), false)
        .filter(each -> each.path("id").asText().equals(of.appId()))
        .findFirst()
        .orElseThrow()
        .path("slug")
        .asText();
  }

  /**
   * Pushes custom fields of a shop, which it creates if there is none.
   *
   * @param fields a JSON object
   */
  public void push(String shop, String fields) {
    push(app, shop, fields);
  }

  public static void push(Tenants.App by, String shop, String fields) {
    Response response =
        by.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"%s\",\"customFields\":%s}".formatted(shop, fields));
    assertEquals(200, response.status(), response::body);
  }

  public void sendEvent(String shop, String name, String properties) {
    Response response =
        app.api()
            .post(
                "/v1/usage_events",
                "{\"eventName\":\"%s\",\"customerId\":\"%s\",\"properties\":%s}"
                    .formatted(name, shop, properties));
    assertEquals(200, response.status(), response::body);
  }

  public String customerId(String shop) {
    return app.api().get("/v1/customer?customerId=" + shop).json().at("/customer/id").asText();
  }

  /** The id of a customer of this workspace. */
  public String savedCustomer() {
    push("s.example.com", "{}");
    return customerId("s.example.com");
  }

  /** The id of the field of this name, whichever app owns it. */
  public String fieldId(String name) {
    JsonNode fields = get("/workspaces/" + app.workspaceId() + "/custom-fields?take=1000").json();
    return StreamSupport.stream(fields.path("customFields").spliterator(), false)
        .filter(each -> each.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow()
        .path("id")
        .asText();
  }

  public Response get(String path) {
    return console().get(API + path);
  }

  public Response post(String path, JsonNode body) {
    return console().post(API + path, body.toString());
  }

  public Response patch(String path, JsonNode body) {
    return console().patch(API + path, body.toString());
  }

  public Response delete(String path) {
    return console().delete(API + path);
  }

  private Response postHere(String path, JsonNode body) {
    return post("/workspaces/" + app.workspaceId() + "/segments" + path, body);
  }

  public static ObjectNode body(String... namesAndValues) {
    ObjectNode body = Json.MAPPER.createObjectNode();
    for (int i = 0; i < namesAndValues.length; i += 2) {
      body.put(namesAndValues[i], namesAndValues[i + 1]);
    }
    return body;
  }

  public static JsonNode json(String text) {
    try {
      return Json.MAPPER.readTree(text);
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  public Response check(JsonNode body) {
    return postHere("/check", body);
  }

  public Response check(String text) {
    return check(body("text", text));
  }

  public Response preview(String text) {
    return postHere("/preview", body("text", text));
  }

  public Response preview(JsonNode body) {
    return postHere("/preview", body);
  }

  public Response explain(String text, String customer) {
    return postHere("/explain", body("text", text, "customerId", customer));
  }

  public Response save(JsonNode body) {
    return postHere("", body);
  }

  public Response save(String name, String text) {
    return save(body("name", name, "text", text));
  }

  /** A saved segment. */
  public JsonNode saved(String name, String text) {
    Response response = save(name, text);
    assertEquals(200, response.status(), response::body);
    return response.json().path("segment");
  }

  public String savedId(String name, String text) {
    return saved(name, text).path("id").asText();
  }

  public JsonNode segment(String id) {
    Response response = get("/segments/" + id);
    assertEquals(200, response.status(), response::body);
    return response.json().path("segment");
  }

  /** The domains of a segment's members, on one page. */
  public List<String> members(String id) {
    Response response = get("/segments/" + id + "/members");
    assertEquals(200, response.status(), response::body);
    return texts(response.json().path("members"), "/myplatformDomain");
  }

  public static List<String> texts(JsonNode array, String pointer) {
    return StreamSupport.stream(array.spliterator(), false)
        .map(each -> each.at(pointer).asText())
        .toList();
  }
}
