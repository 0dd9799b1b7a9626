package dev.shopwire.app.customers;

import static org.junit.jupiter.api.Assertions.assertEquals;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.json.Json;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests what the audit log has of the console's changes of custom fields and contacts. */
@Tag("everywhere")
class CustomersAuditIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final SchemaCheckedHttp CONSOLE = TENANTS.console();
  private static final Sql SQL = RunningService.shared().sql();
  private static final String API = "/console/api";

  // In the order of the changes; ids of tests that run at the same time lie between them.
  private static final String ENTRIES =
      """
      select coalesce(jsonb_agg(jsonb_build_object('action', action, 'actor', actor_type,
        'name', object_name, 'before', before, 'after', after) order by id), '[]')::text
      from audit_log where object_type = ? and object_id = ?
      """;

  private final Tenants.App app = TENANTS.app();

  private static JsonNode entries(String type, String id) throws IOException {
    return Json.MAPPER.readTree(SQL.text(ENTRIES, type, id));
  }

  /** The action, the former and the new values of each entry. */
  private static List<String> lines(String type, String id) throws IOException {
    List<String> lines = new ArrayList<>();
    for (JsonNode entry : entries(type, id)) {
      assertEquals("admin_token", entry.path("actor").asText());
      lines.add(
          "%s %s %s"
              .formatted(entry.path("action").asText(), entry.path("before"), entry.path("after")));
    }
    return lines;
  }

  private static Response ok(Response response) {
    assertEquals(200, response.status(), response::body);
    return response;
  }

  private String identify(String fields) {
    Response response =
        app.api()
            .post(
                "/v1/identify",
                "{\"myplatformDomain\":\"acme.example.com\",\"customFields\":" + fields + "}");
    return ok(response).json().at("/customer/id").asText();
  }

  private String fieldId(String name) {
    for (JsonNode field :
        CONSOLE
            .get(API + "/workspaces/" + app.workspaceId() + "/custom-fields")
            .json()
            .path("customFields")) {
      if (field.path("name").asText().equals(name)) {
        return field.path("id").asText();
      }
    }
    throw new AssertionError("no field " + name);
  }

  @Test
  void everyChangeOfAFieldIsRecordedOnceAndNothingElseIs() throws IOException {
    identify("{\"plan\":\"7\",\"size\":\"big\"}");
    String plan = fieldId("plan");
    String path = API + "/custom-fields/" + plan;
    assertEquals(List.of(), lines("custom_field", plan), "a push is not recorded");

    ok(CONSOLE.patch(path, "{\"private\":true}"));
    ok(CONSOLE.patch(path, "{\"private\":true}"));
    ok(CONSOLE.get(path + "/promote-preview"));
    ok(CONSOLE.post(path + "/promote", ""));
    ok(CONSOLE.post(path + "/promote", ""));
    ok(CONSOLE.post(path + "/retype", "{\"type\":\"number\",\"dryRun\":true}"));
    ok(CONSOLE.post(path + "/retype", "{\"type\":\"number\"}"));
    ok(CONSOLE.post(path + "/retype", "{\"type\":\"number\"}"));
    assertEquals(422, CONSOLE.patch(path, "{\"private\":\"no\"}").status());
    ok(CONSOLE.delete(path));
    assertEquals(404, CONSOLE.delete(path).status());

    String slug = entries("custom_field", plan).get(1).at("/before/app").asText();
    assertEquals(
        List.of(
            "custom_field.changed {\"private\":false} {\"private\":true}",
            "custom_field.promoted {\"app\":\""
                + slug
                + "\",\"scope\":\"app\"}"
                + " {\"app\":null,\"scope\":\"customers\"}",
            "custom_field.changed {\"type\":\"text\"} {\"type\":\"number\"}",
            "custom_field.deleted {\"app\":null,\"name\":\"plan\",\"type\":\"number\","
                + "\"scope\":\"customers\",\"private\":true} null"),
        lines("custom_field", plan));

    String size = fieldId("size");
    String sizePath = API + "/custom-fields/" + size;
    assertEquals(409, CONSOLE.post(sizePath + "/retype", "{\"type\":\"number\"}").status());
    assertEquals(List.of(), lines("custom_field", size), "a refusal is not recorded");
  }

  @Test
  void aNewFieldIsRecordedAndARefusedOneIsNot() throws IOException {
    String fields = API + "/workspaces/" + app.workspaceId() + "/custom-fields";
    String body = "{\"name\":\"tier\",\"type\":\"text\",\"scope\":\"all-apps\"}";
    String id = ok(CONSOLE.post(fields, body)).json().at("/customField/id").asText();
    assertEquals(422, CONSOLE.post(fields, body).status());
    assertEquals(
        List.of(
            "custom_field.created null {\"app\":null,\"name\":\"tier\",\"type\":\"text\","
                + "\"scope\":\"all-apps\",\"private\":false}"),
        lines("custom_field", id));
    assertEquals(
        1,
        SQL.number(
            """
            select count(*) from audit_log
            where object_type = 'custom_field' and object_name = 'tier' and workspace_id = ?
            """,
            Long.parseLong(app.workspaceId())));
  }

  @Test
  void aPreviewSaysWhatThePromotionDoes() {
    identify("{\"plan\":\"pro\"}");
    Tenants.App other = TENANTS.app(app.workspaceId());
    other
        .api()
        .post(
            "/v1/identify",
            "{\"myplatformDomain\":\"b.example.com\",\"customFields\":{\"plan\":\"basic\"}}");
    String plan = fieldId("plan");
    JsonNode preview = preview(plan);
    assertEquals(1, preview.path("customers").asInt());
    assertEquals(other.appId(), preview.at("/shadowedBy/0/app/id").asText());
    assertEquals(1, preview.at("/shadowedBy/0/customers").asInt());
    assertEquals(true, preview.path("conflict").isNull());

    String shared =
        ok(CONSOLE.post(
                API + "/workspaces/" + app.workspaceId() + "/custom-fields",
                "{\"name\":\"plan\",\"type\":\"text\",\"scope\":\"all-apps\"}"))
            .json()
            .at("/customField/id")
            .asText();
    assertConflict("name_taken", plan);
    assertConflict("one_value_per_app", shared);
    assertEquals(404, CONSOLE.get(API + "/custom-fields/999999999/promote-preview").status());
  }

  private static JsonNode preview(String field) {
    return ok(CONSOLE.get(API + "/custom-fields/" + field + "/promote-preview"))
        .json()
        .path("preview");
  }

  private static void assertConflict(String code, String field) {
    JsonNode conflict = preview(field).path("conflict");
    assertEquals(code, conflict.path("code").asText());
    Response refused = CONSOLE.post(API + "/custom-fields/" + field + "/promote", "");
    assertEquals(409, refused.status());
    assertEquals(code, refused.json().path("code").asText());
    assertEquals(conflict.path("detail").asText(), refused.json().path("detail").asText());
  }

  @Test
  void theEntriesOfAContactAreAChainWithoutGaps() throws IOException {
    String customer = identify("{}");
    String contact =
        ok(CONSOLE.post(
                API + "/customers/" + customer + "/contacts",
                "{\"firstName\":\"Cleo\",\"tags\":[\"billing\"]}"))
            .json()
            .at("/contact/contactId")
            .asText();
    Random random = new Random(5);
    int changes = 0;
    for (int i = 0; i < 30; i++) {
      Map<String, Object> before = current(customer, contact);
      String body =
          switch (random.nextInt(4)) {
            case 0 -> "{\"lastName\":\"L" + random.nextInt(2) + "\"}";
            case 1 -> "{\"email\":" + (random.nextBoolean() ? "null" : "\"c@acme.example\"") + "}";
            case 2 -> "{\"tags\":[\"t" + random.nextInt(2) + "\"],\"accountOwner\":true}";
            default -> "{\"email\":\"invalid\"}";
          };
      Response changed = CONSOLE.patch(API + "/contacts/" + contact, body);
      assertEquals(body.contains("invalid") ? 422 : 200, changed.status(), changed::body);
      changes += current(customer, contact).equals(before) ? 0 : 1;
    }
    ok(CONSOLE.delete(API + "/contacts/" + contact));

    JsonNode entries = entries("contact", contact);
    assertEquals(changes + 2, entries.size(), entries::toString);
    Map<String, JsonNode> state = new LinkedHashMap<>();
    for (JsonNode entry : entries) {
      if (!entry.path("before").isNull()) {
        entry
            .path("before")
            .properties()
            .forEach(
                field ->
                    assertEquals(field.getValue(), state.get(field.getKey()), entry::toString));
      }
      entry.path("after").properties().forEach(each -> state.put(each.getKey(), each.getValue()));
      JsonNode named = entry.path("after").isNull() ? entry.path("before") : entry.path("after");
      assertEquals(customer, named.path("customerId").asText());
    }
    assertEquals("contact.created", entries.get(0).path("action").asText());
    assertEquals("contact.deleted", entries.get(changes + 1).path("action").asText());
    assertEquals(state.size(), entries.get(changes + 1).path("before").size());
  }

  private static Map<String, Object> current(String customer, String contact) {
    Map<String, Object> fields = new LinkedHashMap<>();
    for (JsonNode each :
        CONSOLE.get(API + "/customers/" + customer + "/contacts").json().path("contacts")) {
      if (each.path("contactId").asText().equals(contact)) {
        each.properties().forEach(field -> fields.put(field.getKey(), field.getValue()));
      }
    }
    return fields;
  }
}
