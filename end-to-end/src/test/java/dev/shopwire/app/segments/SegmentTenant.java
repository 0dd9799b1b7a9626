package dev.shopwire.app.segments;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Tenants;
import java.util.Map;
import java.util.stream.StreamSupport;

/**
 * Test fixture: a workspace with one of everything that a condition can name, and the console as an
 * admin of this workspace alone sees it.
 */
final class SegmentTenant {
  static final String API = "/console/api";
  static final String SHOP = "acme.example.com";

  private final AttributionFixture attribution = AttributionFixture.inNewWorkspace();
  private final Tenants.App app = attribution.app();
  private final SchemaCheckedHttp console;
  private final String field;
  private final String affiliate;
  private final String segment;

  /**
   * @param word stands in everything that must not be seen elsewhere
   */
  SegmentTenant(String word) {
    RunningService service = RunningService.shared();
    ConsoleUsers users = new ConsoleUsers(service.sql());
    String token = users.token(users.add(app.workspaceId(), "admin"), app.workspaceId(), "admin");
    console =
        new SchemaCheckedHttp(
            service.consoleUrl(),
            "/console/api/openapi.json",
            Map.of("Authorization", "Bearer " + token));
    push(word);
    field = fieldId("field_" + word);
    affiliate = attribution.affiliate("Affiliate " + word, "CODE-" + word);
    attribution.sendCode(SHOP, "CODE-" + word);
    segment = create("Segment " + word, text("cf:field_" + word + " is set"));
  }

  private void push(String word) {
    post(
        "/v1/identify",
        """
        {"myplatformDomain":"%s","name":"Name %s","email":"a@%s.example",
         "customFields":{"field_%s":"Value %s"}}
        """
            .formatted(SHOP, word, word, word, word));
    post(
        "/v1/staff",
        "{\"myplatformDomain\":\"%s\",\"staff\":[{\"id\":1,\"tags\":[\"%s\"]}]}"
            .formatted(SHOP, word));
    post(
        "/v1/usage_events",
        """
        {"eventName":"page_view","customerId":"%s","path":"/%s","properties":{"p":"%s"}}
        """
            .formatted(SHOP, word, word));
  }

  private void post(String path, String body) {
    Response response = app.api().post(path, body);
    assertEquals(200, response.status(), response::body);
  }

  private String fieldId(String name) {
    return StreamSupport.stream(
            console.get(workspace("/custom-fields")).json().path("customFields").spliterator(),
            false)
        .filter(each -> each.path("name").asText().equals(name))
        .findFirst()
        .orElseThrow()
        .path("id")
        .asText();
  }

  SchemaCheckedHttp console() {
    return console;
  }

  /** A console path within this workspace. */
  String workspace(String path) {
    return API + "/workspaces/" + app.workspaceId() + path;
  }

  String slug() {
    return attribution.slug();
  }

  String field() {
    return field;
  }

  String affiliate() {
    return affiliate;
  }

  String segment() {
    return segment;
  }

  String customer() {
    return attribution.customerId(SHOP);
  }

  /** A condition as the members of a body, written as text. */
  static String text(String text) {
    return "\"text\":" + Json.MAPPER.getNodeFactory().textNode(text);
  }

  /** A condition as the members of a body, written as JSON. */
  static String condition(String json) {
    return "\"condition\":" + json;
  }

  Response call(String call, String members) {
    return console.post(workspace("/segments" + call), "{" + members + "}");
  }

  /** Creates a segment and returns its id. */
  String create(String name, String condition) {
    Response created = call("", "\"name\":\"" + name + "\"," + condition);
    assertEquals(200, created.status(), created::body);
    return created.json().at("/segment/id").asText();
  }

  /** The number of customers for whom a condition holds. */
  int count(String condition) {
    Response preview = call("/preview", condition);
    assertEquals(200, preview.status(), preview::body);
    return preview.json().at("/preview/count").asInt();
  }

  /** What the console shows of this workspace's segments. */
  JsonNode segments() {
    Response list = console.get(workspace("/segments"));
    assertEquals(200, list.status(), list::body);
    return list.json().path("segments");
  }
}
