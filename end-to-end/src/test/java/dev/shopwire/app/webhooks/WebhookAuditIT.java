package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import java.util.UUID;
import org.junit.jupiter.api.Test;

/** Tests that each change of webhooks through the console leaves exactly one audit entry. */
class WebhookAuditIT extends WebhookEndpointsFixture {
  private static final String SINCE = "\"since\":\"2026-01-01T00:00:00Z\"";

  /** The entries about an object: action, before and after, one a line. */
  private static String entries(String type, String id) {
    return RunningService.shared()
        .sql()
        .text(
            """
            select coalesce(string_agg(concat_ws(' ', action, coalesce(before::text, '-'),
              coalesce(after::text, '-')), e'\\n' order by id), '')
            from audit_log where object_type = ? and object_id = ?
            """,
            type,
            id);
  }

  /** What {@code call} adds to the entries about an endpoint. */
  private static String added(String id, Runnable call) {
    String before = entries("webhook_endpoint", id);
    call.run();
    return entries("webhook_endpoint", id).substring(before.length()).strip();
  }

  private void ok(Response response) {
    assertEquals(200, response.status(), response::body);
  }

  @Test
  void theLifeOfAnEndpointIsRecorded() {
    JsonNode created = created(USAGE);
    String id = created.path("id").asText();
    assertEquals(
        "webhook_endpoint.created - {\"url\": \"https://receiver.invalid/hooks\", \"apps\": null,"
            + " \"filter\": null, \"status\": \"enabled\", \"topics\": [\"customers/usage_event\"],"
            + " \"ordered\": false}",
        entries("webhook_endpoint", id));
    assertEquals(
        "webhook_endpoint.changed {\"ordered\": false} {\"ordered\": true}",
        added(id, () -> change(id, "\"ordered\":true," + USAGE)));
    assertEquals(
        "webhook_endpoint.changed {\"filter\": null, \"status\": \"enabled\"}"
            + " {\"filter\": {\"eventNames\": [\"a\"]}, \"status\": \"disabled\"}",
        added(id, () -> change(id, "\"filter\":{\"eventNames\":[\"a\"]},\"status\":\"disabled\"")));
    assertEquals(
        "webhook_endpoint.resumed {\"status\": \"disabled\"}"
            + " {\"status\": \"enabled\", \"pending\": \"skip\", \"skipped\": 0}",
        added(id, () -> ok(console.post(path(id) + "/resume", "{\"pending\":\"skip\"}"))));
    String deleted = added(id, () -> ok(console.delete(path(id))));
    assertEquals(
        "webhook_endpoint.deleted {\"url\": \"https://receiver.invalid/hooks\", \"apps\": null,"
            + " \"filter\": {\"eventNames\": [\"a\"]}, \"status\": \"enabled\","
            + " \"topics\": [\"customers/usage_event\"], \"ordered\": true} -",
        deleted);
  }

  @Test
  void whatChangesNothingAndWhatIsRefusedIsNotRecorded() {
    String id = createId(USAGE);
    assertEquals("", added(id, () -> change(id, USAGE + ",\"status\":\"enabled\"")));
    assertEquals("", added(id, () -> change(id, "")));
    assertEquals("", added(id, () -> console.patch(path(id), "{\"url\":\"ftp://a\"}")));
    assertEquals("", added(id, () -> console.patch(path(id), "{\"apps\":[\"none-such\"]}")));
    assertEquals(
        "", added(id, () -> ok(console.post(path(id) + "/resume", "{\"pending\":\"send\"}"))));
    assertEquals("", added(id, () -> console.post(path(id) + "/replay", "{}")));
    assertEquals(
        "",
        added(id, () -> ok(console.post(path(id) + "/replay", "{" + SINCE + ",\"dryRun\":true}"))));
    assertEquals("", added(id, () -> ok(console.get(path(id) + "/explain"))));
  }

  @Test
  void secretsTestsAndReplaysAreRecordedWithoutSecrets() {
    JsonNode created = created(USAGE);
    String id = created.path("id").asText();
    StringBuilder shown = new StringBuilder();
    String rotated =
        added(
            id,
            () ->
                shown.append(
                    console
                        .post(path(id) + "/rotate-secret", "{}")
                        .json()
                        .path("signingSecret")
                        .asText()));
    assertEquals(1, rotated.lines().count(), rotated);
    assertEquals(0, rotated.indexOf("webhook_secret.rotated - {\"previousValidUntil\": \"20"));
    String[] delivery = {""};
    String sent =
        added(
            id,
            () ->
                delivery[0] =
                    console.post(path(id) + "/test", "{}").json().at("/delivery/id").asText());
    assertEquals("webhook_test.sent - {\"deliveryId\": \"" + delivery[0] + "\"}", sent);
    String[] replay = {""};
    String started =
        added(
            id,
            () ->
                replay[0] =
                    console
                        .post(path(id) + "/replay", "{" + SINCE + ",\"statuses\":[\"delivered\"]}")
                        .json()
                        .at("/replay/id")
                        .asText());
    assertEquals(
        "replay.started - {\"since\": \"2026-01-01T00:00:00.000Z\", \"total\": 0, \"replayId\": \""
            + replay[0]
            + "\", \"statuses\": [\"delivered\"]}",
        started);
    String all = entries("webhook_endpoint", id);
    assertFalse(all.contains("whsec_"), all);
    assertFalse(all.contains(shown.substring("whsec_".length())), all);
    assertFalse(all.contains(created.path("signingSecret").asText()), all);
  }

  @Test
  void theReplayOfOneDeliveryIsRecordedWithTheDelivery() {
    WebhookRowsFixture rows = WebhookRowsFixture.shared();
    UUID message = rows.addMessage();
    rows.addSettled(message, "failed", "exhausted");
    String path = WebhookRowsFixture.API + "/deliveries/" + rows.id(message) + "/replay";
    Response replayed = rows.console().post(path, "{}");
    ok(replayed);
    String entry =
        "replay.started - {\"replayId\": \"" + replayed.json().at("/replay/id").asText() + "\"}";
    assertEquals(entry, entries("delivery", rows.id(message)));
    assertEquals(409, rows.console().post(path, "{}").status());
    assertEquals(entry, entries("delivery", rows.id(message)));
  }
}
