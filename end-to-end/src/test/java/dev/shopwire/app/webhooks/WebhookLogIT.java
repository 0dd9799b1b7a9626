package dev.shopwire.app.webhooks;

import static dev.shopwire.app.support.UsageEventResponses.assertFails;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.testing.Http.Response;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Tests the log of deliveries to an endpoint, and explanations why an event was not sent. */
@Tag("everywhere")
class WebhookLogIT {
  private final WebhookRowsFixture rows = WebhookRowsFixture.shared();

  private static List<String> ids(Response page) {
    assertEquals(200, page.status(), page::body);
    List<String> ids = new ArrayList<>();
    page.json().path("deliveries").forEach(delivery -> ids.add(delivery.path("id").asText()));
    return ids;
  }

  private JsonNode delivery(UUID message) {
    Response response =
        rows.console().get(WebhookRowsFixture.API + "/deliveries/" + rows.id(message));
    assertEquals(200, response.status(), response::body);
    return response.json().path("delivery");
  }

  private List<String> reasons(String query) {
    Response response = rows.get("/explain?" + query);
    assertEquals(200, response.status(), response::body);
    List<String> codes = new ArrayList<>();
    JsonNode explanation = response.json().path("explanation");
    explanation.path("reasons").forEach(reason -> codes.add(reason.path("code").asText()));
    codes.add(explanation.path("sent").asText());
    return codes;
  }

  @Test
  void dueAndSettledDeliveriesAreOnePagedListNewestFirst() {
    List<String> expected = new ArrayList<>();
    for (int i = 0; i < 7; i++) {
      UUID message = rows.addMessage();
      expected.add(0, rows.id(message));
      if (i % 3 == 0) {
        rows.addDue(message, "live");
      } else {
        rows.addSettled(message, i % 3 == 1 ? "delivered" : "parked", "");
      }
    }
    assertEquals(expected, ids(rows.get("/deliveries")));
    List<String> seen = new ArrayList<>();
    String cursor = "";
    for (boolean hasNextPage = true; hasNextPage; ) {
      Response page = rows.get("/deliveries?take=2" + cursor);
      seen.addAll(ids(page));
      hasNextPage = page.json().path("hasNextPage").booleanValue();
      assertEquals(hasNextPage, page.json().path("cursor").isTextual());
      cursor = "&cursor=" + page.json().path("cursor").asText();
    }
    assertEquals(expected, seen);
    assertEquals(3, ids(rows.get("/deliveries?status=pending")).size());
    assertEquals(2, ids(rows.get("/deliveries?status=delivered")).size());
    assertEquals(2, ids(rows.get("/deliveries?status=parked")).size());
    assertEquals(List.of(), ids(rows.get("/deliveries?status=failed")));
  }

  @Test
  void aDeliveryThatIsDueAgainIsOnlyPending() {
    UUID message = rows.addMessage();
    rows.addSettled(message, "failed", "exhausted");
    assertEquals("exhausted", delivery(message).path("reason").asText());
    rows.addDue(message, "replay");
    assertEquals(List.of(rows.id(message)), ids(rows.get("/deliveries")));
    assertEquals(List.of(rows.id(message)), ids(rows.get("/deliveries?status=pending")));
    assertEquals(List.of(), ids(rows.get("/deliveries?status=failed")));
    JsonNode delivery = delivery(message);
    assertEquals("pending replay 7", summary(delivery));
    assertTrue(delivery.path("reason").isMissingNode());
    assertTrue(delivery.path("settledAt").isNull());
  }

  private static String summary(JsonNode delivery) {
    return delivery.path("status").asText()
        + " "
        + delivery.path("kind").asText()
        + " "
        + delivery.path("sequence");
  }

  @Test
  void aTopicFilterReturnsOnlyThatTopic() {
    UUID event = rows.addMessage();
    rows.addSettled(event, "delivered", "");
    UUID contact = rows.addMessage("contacts/created", "");
    rows.addDue(contact, "live");
    String path = "/deliveries?topic=";
    assertEquals(List.of(rows.id(contact)), ids(rows.get(path + "contacts/created")));
    assertEquals(List.of(rows.id(event)), ids(rows.get(path + "customers/usage_event&take=1")));
    assertEquals(List.of(), ids(rows.get(path + "contacts/created&status=delivered")));
  }

  @Test
  void theLastTwentyFiveAttemptsAreShownInOrder() {
    UUID message = rows.addMessage();
    rows.addSettled(message, "failed", "exhausted");
    Instant first = Instant.parse("2026-01-01T00:00:00Z");
    for (int i = 0; i < 30; i++) {
      rows.addAttempt(message, first.plusSeconds(i), i == 0 ? "live" : "retry", 500);
    }
    JsonNode delivery = delivery(message);
    assertEquals(30, delivery.path("attemptCount").intValue());
    assertEquals(25, delivery.path("attempts").size());
    assertEquals("2026-01-01T00:00:05.000Z", delivery.at("/attempts/0/at").asText());
    assertEquals(
        "{\"at\":\"2026-01-01T00:00:29.000Z\",\"kind\":\"retry\",\"address\":\"192.0.2.1:443\","
            + "\"status\":500,\"outcome\":\"status\",\"durationMs\":12,\"response\":\"no\"}",
        delivery.at("/attempts/24").toString());
    assertEquals(
        delivery.path("attempts"), rows.get("/deliveries").json().at("/deliveries/0/attempts"));
  }

  @Test
  void aDeliveryShowsItsExactBody() {
    UUID message = rows.addMessage();
    rows.addDue(message, "live");
    JsonNode delivery = delivery(message);
    String webhookId = "msg_" + message.toString().replace("-", "");
    assertEquals(webhookId, delivery.path("webhookId").asText());
    String body = delivery.path("body").asText();
    assertTrue(body.startsWith("{\"id\":\"" + webhookId + "\",\"type\":\"usage_event\""), body);
  }

  @Test
  void signedContentHasTheBodyAndTheRequestedTimestamp() {
    UUID message = rows.addMessage();
    rows.addSettled(message, "failed", "exhausted");
    String path = WebhookRowsFixture.API + "/deliveries/" + rows.id(message) + "/signature";
    // This endpoint was inserted by SQL, so it has no secret yet.
    assertFails(rows.console().post(path, "{}"), 409, "no_secret");
    assertEquals(200, rows.post("/rotate-secret", "{}").status());
    JsonNode signature =
        rows.console().post(path, "{\"timestamp\":1700000000}").json().path("signature");
    String body = delivery(message).path("body").asText();
    String webhookId = signature.path("webhookId").asText();
    assertEquals(body, signature.path("body").asText());
    assertEquals(
        webhookId + ".1700000000." + body, signature.at("/signedContent/standard").asText());
    assertEquals("1700000000." + body, signature.at("/signedContent/vendor").asText());
    assertEquals("1700000000", signature.at("/headers/webhook-timestamp").asText());
    assertEquals("7", signature.at("/headers/webhook-sequence").asText());
    rows.addAttempt(message, Instant.parse("2026-01-01T00:00:05.9Z"), "live", 500);
    assertEquals(
        1_767_225_605,
        rows.console()
            .send("POST", path, Map.of(), new byte[0])
            .json()
            .at("/signature/timestamp")
            .longValue());
    assertFails(rows.console().post(path, "{\"timestamp\":-1}"), 422, "invalid_timestamp");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"status=new", "take=0", "take=1001", "cursor=1", "topic=nothing/happened"})
  void invalidParametersAreRefused(String query) {
    assertEquals(422, rows.get("/deliveries?" + query).status());
  }

  @Test
  void unknownAndForeignDeliveriesAreNotFound() {
    WebhookRowsFixture others = WebhookRowsFixture.shared();
    UUID theirs = others.addMessage();
    others.addSettled(theirs, "failed", "exhausted");
    UUID mine = rows.addMessage();
    rows.addSettled(mine, "failed", "exhausted");
    for (String id :
        List.of(
            "1",
            "x",
            rows.endpoint + "-",
            "0" + rows.id(mine),
            rows.id(theirs),
            others.id(mine),
            rows.id(mine).substring(0, 20),
            "999999999-" + "0".repeat(32))) {
      for (String call : List.of("", "/replay", "/signature")) {
        String path = WebhookRowsFixture.API + "/deliveries/" + id + call;
        Response response =
            call.isEmpty() ? rows.console().get(path) : rows.console().post(path, "{}");
        assertFails(response, 404, response.json().path("code").asText());
      }
    }
    assertEquals(
        404,
        rows.console()
            .get(WebhookRowsFixture.API + "/webhook-endpoints/999999999/deliveries")
            .status());
    assertFalse(ids(rows.get("/deliveries")).contains(rows.id(theirs)));
  }

  @Test
  void theStateOfAnEventIsExplained() {
    UUID message = rows.addMessage("customers/usage_event", "event-1");
    rows.addDue(message, "live");
    assertEquals(List.of("pending", "endpoint_disabled", "false"), reasons("eventId=event-1"));
    rows.addAttempt(message, Instant.now(), "live", 500);
    assertEquals(List.of("pending", "endpoint_disabled", "true"), reasons("eventId=event-1"));
    UUID expired = rows.addMessage("customers/usage_event", "event-2");
    rows.addSettled(expired, "failed", "expired");
    assertEquals(List.of("failed_expired", "false"), reasons("eventId=event-2"));
    assertEquals(List.of("unknown_event", "false"), reasons("eventId=event-3"));
    assertEquals(
        List.of("unknown_event", "false"), reasonsInOtherWorkspace("eventId=event-1"), "isolation");
  }

  private static List<String> reasonsInOtherWorkspace(String query) {
    return new WebhookLogIT().reasons(query);
  }

  @Test
  void anEventThatWasNotSentIsExplainedByTheCurrentSubscription() {
    rows.addMessage("customers/usage_event", "event-1");
    assertEquals(List.of("not_wanted_then", "false"), reasons("eventId=event-1"));
    rows.sql()
        .run(
            "update webhook_endpoints set event_names = '{closed}', app_ids = '{0}' where id = "
                + rows.endpoint);
    List<String> filtered = List.of("app_not_chosen", "event_name_filtered", "false");
    assertEquals(filtered, reasons("eventId=event-1"));
    rows.sql()
        .run(
            "update webhook_endpoints set topics = '{contacts/created}', created_at = now() + "
                + "interval '1 hour' where id = "
                + rows.endpoint);
    List<String> all = new ArrayList<>(filtered);
    all.add(0, "topic_not_subscribed");
    all.add(3, "endpoint_made_later");
    assertEquals(all, reasons("eventId=event-1"));
  }

  @Test
  void anEventWithoutSubscribersIsKnown() {
    String event = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"eventId\":\"%s\"}";
    for (String id : List.of("nobody-wanted", "018f3c5a-7b2d-7c3e-8f4a-5b6c7d8e9f00")) {
      assertEquals(200, rows.app.api().post("/v1/usage_events", event.formatted(id)).status());
      assertEquals(List.of("no_message", "false"), reasons("eventId=" + id));
    }
  }

  @Test
  void whetherATopicWouldBeSentIsExplained() {
    assertEquals(List.of("wanted", "endpoint_disabled", "false"), reasons(""));
    assertEquals(
        List.of("topic_not_subscribed", "endpoint_disabled", "false"),
        reasons("topic=contacts/deleted"));
    rows.sql().run("update webhook_endpoints set status = 'enabled' where id = " + rows.endpoint);
    assertEquals(List.of("wanted", "true"), reasons("topic=contacts/created"));
    assertFails(rows.get("/explain?app=nobodys"), 422, "unknown_app");
    assertFails(rows.get("/explain?topic=x"), 422, "unknown_topic");
  }

  @Test
  void aTestHasItsOwnLogEntry() {
    JsonNode delivery = rows.post("/test", "{}").json().path("delivery");
    assertEquals("webhooks/test", delivery.path("topic").asText());
    assertEquals("test", delivery.path("kind").asText());
    assertEquals(
        Collections.singletonList(delivery.path("id").asText()), ids(rows.get("/deliveries")));
    assertEquals(
        404,
        WebhookRowsFixture.shared()
            .console()
            .post(WebhookRowsFixture.API + "/webhook-endpoints/999999999/test", "{}")
            .status());
  }
}
