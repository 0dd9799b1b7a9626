package dev.shopwire.app.flows;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Tenants;

/** A new workspace, and short forms of the calls about its flows. */
public final class FlowWorkspace {
  static final String STARTED = "{\"type\":\"usage_event\",\"eventName\":\"started\"}";

  public final SegmentWorkspace segments;

  FlowWorkspace(Tenants tenants) {
    this(new SegmentWorkspace(tenants));
  }

  public FlowWorkspace(SegmentWorkspace segments) {
    this.segments = segments;
  }

  String id() {
    return segments.app().workspaceId();
  }

  String list(String name) {
    return "/workspaces/" + id() + "/" + name;
  }

  static JsonNode ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  static void assertFails(int status, String code, Response response) {
    assertEquals(status, response.status(), response::body);
    assertEquals(code, response.json().path("code").asText(), response::body);
  }

  /** A definition whose runs do these steps, one after the other. */
  public static ObjectNode definition(String trigger, String... steps) {
    return (ObjectNode)
        SegmentWorkspace.json(
            "{\"trigger\":%s,\"steps\":[%s]}".formatted(trigger, String.join(",", steps)));
  }

  static ObjectNode filter(String condition) {
    ObjectNode definition =
        definition(STARTED, "{\"id\":\"only\",\"type\":\"filter\",\"condition\":\"\"}");
    ((ObjectNode) definition.at("/steps/0")).put("condition", condition);
    return definition;
  }

  static ObjectNode email(String template) {
    return definition(
        STARTED,
        "{\"id\":\"mail\",\"type\":\"email\",\"template\":\"%s\",\"to\":[\"shop\"]}"
            .formatted(template));
  }

  /** The body of a flow with a name of its own. */
  static ObjectNode body(JsonNode definition) {
    ObjectNode body = SegmentWorkspace.body("name", "F" + System.nanoTime());
    body.set("definition", definition);
    return body;
  }

  Response create(JsonNode definition) {
    return segments.post(list("flows"), body(definition));
  }

  String created(JsonNode definition) {
    return ok(create(definition)).at("/flow/id").asText();
  }

  public String published(JsonNode definition) {
    String id = created(definition);
    acted(id, "publish", "{}");
    return id;
  }

  Response change(String id, JsonNode definition) {
    ObjectNode body = SegmentWorkspace.body();
    body.set("definition", definition);
    return segments.patch("/flows/" + id, body);
  }

  JsonNode flow(String id) {
    return ok(segments.get("/flows/" + id)).path("flow");
  }

  JsonNode versions(String id) {
    return ok(segments.get("/flows/" + id + "/versions")).path("versions");
  }

  Response act(String id, String action, String body) {
    return segments.console().post("/console/api/flows/" + id + "/" + action, body);
  }

  JsonNode acted(String id, String action, String body) {
    return ok(act(id, action, body)).path("flow");
  }

  String template() {
    ObjectNode body =
        SegmentWorkspace.body(
            "name", "T" + System.nanoTime(), "subject", "Hi", "html", "<p>Hi</p>");
    return ok(segments.post(list("mail-templates"), body)).at("/mailTemplate/id").asText();
  }

  String topic() {
    ObjectNode body = SegmentWorkspace.body("name", "N" + System.nanoTime());
    return ok(segments.post(list("mail-topics"), body)).at("/mailTopic/id").asText();
  }

  String sender() {
    ObjectNode body =
        SegmentWorkspace.body("name", "S" + System.nanoTime(), "smtp", "smtp://relay.acme.example");
    body.putObject("from").put("email", "shop@acme.example");
    return ok(segments.post(list("mail-senders"), body)).at("/mailSender/id").asText();
  }
}
