package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Reaction;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Tenants;
import dev.shopwire.testing.compat.SignatureCheck;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashSet;
import java.util.Iterator;
import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests deliveries from a posted event to its receiver (docs/api/webhooks.md). */
@Tag("everywhere")
@Tag("cluster")
@Tag("stores")
class WebhookDeliveryIT {
  private static final int EVENTS = 50;
  private static final int BATCH = 10;
  private static final long LOST_WAKE_UP_MILLIS = 2_000;

  private final WebhookFixture fixture = WebhookFixture.inNewWorkspace();

  @AfterEach
  void closeReceiver() {
    fixture.close();
  }

  @ConcurrentTest
  void eachEventArrivesOnceSignedTwiceAndNumbered() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    for (int from = 0; from < EVENTS; from += BATCH) {
      fixture.post(from, BATCH);
    }
    fixture.await("/a", EVENTS);
    fixture.awaitNothingDue();
    List<Received> all =
        fixture.events("/a").stream().sorted(Comparator.comparing(Received::sequence)).toList();
    assertEquals(
        LongStream.rangeClosed(1, EVENTS).boxed().toList(),
        all.stream().map(Received::sequence).toList());
    assertEquals(
        IntStream.range(0, EVENTS).mapToObj(number -> "e-" + number).toList(),
        all.stream().map(Received::eventId).toList());
    Set<String> ids = new HashSet<>();
    for (Received one : all) {
      SignatureCheck.findError(one, endpoint.secret())
          .ifPresent(
              error -> {
                throw new AssertionError(error);
              });
      assertEquals("customers/usage_event", one.header(SignatureCheck.TOPIC));
      assertEquals(fixture.app().workspaceId(), one.header(SignatureCheck.WORKSPACE));
      assertTrue(one.header("content-type").startsWith("application/json"), one::toString);
      long sentAt = Long.parseLong(one.header("webhook-timestamp"));
      assertTrue(Math.abs(sentAt - Instant.now().getEpochSecond()) < 60, one::toString);
      assertTrue(one.webhookId().matches("msg_[0-9a-f]{32}"), one::webhookId);
      ids.add(one.webhookId());
    }
    assertEquals(EVENTS, ids.size());
  }

  @ConcurrentTest
  void theBodyHasTheDocumentedFieldsInBytesThatParsersReproduce() {
    fixture.endpoint("/a", "");
    String properties =
        "{\"10\":1.0,\"2\":\"b/ä\",\"z\":1e21,\"a\":[0.50,-0,12345678901234567890]}";
    fixture.post(
        List.of(
            "{\"eventName\":\"exported\",\"customerId\":\"s.example.com\",\"eventId\":\"e-1\",\"timestamp\":\"2026-11-20T08:00:00Z\",\"path\":\"/p\",\"sessionKey\":\"k\",\"properties\":"
                + properties
                + "}"));
    Received one = fixture.await("/a", 1).get(0);
    JsonNode body = one.json();
    assertEquals(one.webhookId(), body.path("id").asText());
    assertEquals("usage_event", body.path("type").asText());
    assertEquals("customers/usage_event", body.path("topic").asText());
    assertTrue(body.path("date").asText().endsWith("Z"), body::toString);
    assertEquals(fixture.app().appId(), body.at("/app/id").asText());
    assertEquals("an app", body.at("/app/name").asText());
    assertTrue(body.at("/app/slug").asText().startsWith("app-"), body::toString);
    assertEquals("exported", body.path("eventName").asText());
    assertEquals("2026-11-20T08:00:00.000Z", body.path("timestamp").asText());
    assertEquals("/p", body.path("path").asText());
    assertEquals("k", body.path("sessionKey").asText());
    assertEquals("s.example.com", body.at("/customer/myplatformDomain").asText());
    assertTrue(body.at("/customer/id").asText().matches("cus_[0-9a-f]{16}"), body::toString);
    assertEquals(Set.of("id", "myplatformDomain", "name", "email"), names(body.path("customer")));
    assertEquals(
        Set.of(
            "id",
            "type",
            "topic",
            "date",
            "app",
            "eventId",
            "eventName",
            "timestamp",
            "properties",
            "path",
            "sessionKey",
            "customer"),
        names(body));
    String text = one.body().toString();
    assertTrue(text.contains("\"properties\":{\"2\":\"b/ä\",\"10\":1,"), text);
    assertTrue(text.contains("\"z\":1e+21"), text);
    assertTrue(text.contains("[0.5,0,12345678901234567000]"), text);
  }

  private static Set<String> names(JsonNode node) {
    Set<String> names = new HashSet<>();
    for (Iterator<String> fields = node.fieldNames(); fields.hasNext(); ) {
      names.add(fields.next());
    }
    return names;
  }

  @ConcurrentTest
  void eachEndpointReceivesOnlyWhatItSubscribedTo() {
    Tenants.App other = fixture.tenants().app(fixture.app().workspaceId());
    fixture.endpoint("/all", "");
    fixture.endpoint("/named", ",\"filter\":{\"eventNames\":[\"a\",\"c\"]}");
    fixture.endpoint("/app", ",\"apps\":[\"" + slug(other) + "\"]");
    fixture.endpoint(
        "/both", ",\"filter\":{\"eventNames\":[\"a\"]},\"apps\":[\"" + slug(other) + "\"]");
    WebhookEndpoint deleted = fixture.endpoint("/gone", "");
    deleted.delete();
    WebhookFixture otherFixture = new WebhookFixture(fixture.tenants(), other, fixture.receiver());
    fixture.post(List.of(named(1, "a"), named(2, "b"), named(3, "c")));
    otherFixture.post(List.of(named(4, "a"), named(5, "b"), named(6, "c")));
    fixture.await("/all", 6);
    fixture.awaitNothingDue();
    assertEquals(Set.of("e-1", "e-2", "e-3", "e-4", "e-5", "e-6"), eventIds("/all"));
    assertEquals(Set.of("e-1", "e-3", "e-4", "e-6"), eventIds("/named"));
    assertEquals(Set.of("e-4", "e-5", "e-6"), eventIds("/app"));
    assertEquals(Set.of("e-4"), eventIds("/both"));
    assertEquals(Set.of(), eventIds("/gone"));
  }

  private static String slug(Tenants.App app) {
    return RunningService.shared()
        .sql()
        .text("select slug from apps where id = ?", Long.parseLong(app.appId()));
  }

  private static String named(int number, String name) {
    return WebhookFixture.event(number, name, "s");
  }

  private Set<String> eventIds(String path) {
    return fixture.events(path).stream().map(Received::eventId).collect(Collectors.toSet());
  }

  @ConcurrentTest
  void theLogShowsEachRequest() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    fixture.receiver().react("/a", Reaction.status(503));
    fixture.post(0, 1);
    fixture.await("/a", 1);
    fixture.receiver().react("/a", Reaction.status(200));
    Received last = fixture.await("/a", 2).get(1);
    JsonNode delivery = endpoint.awaitDelivery("delivered");
    assertEquals(last.webhookId(), delivery.path("webhookId").asText());
    assertEquals("customers/usage_event", delivery.path("topic").asText());
    assertTrue(delivery.path("nextAttemptAt").isNull(), delivery::toString);
    assertEquals(2, delivery.path("attempts").size(), delivery::toString);
    Set<Integer> statuses = new HashSet<>();
    for (JsonNode attempt : delivery.path("attempts")) {
      statuses.add(attempt.path("status").asInt());
      assertTrue(attempt.path("address").asText().startsWith("127.0.0.1"), attempt::toString);
      assertTrue(attempt.path("durationMs").isNumber(), attempt::toString);
      assertEquals("so be it", attempt.path("response").asText());
      assertTrue(Instant.parse(attempt.path("at").asText()).isBefore(Instant.now().plusSeconds(5)));
    }
    assertEquals(Set.of(200, 503), statuses);
  }

  @Test
  void deliveriesWithoutAWakeUpAreFoundSoon() {
    WebhookEndpoint endpoint = fixture.endpoint("/a", "");
    String emit =
        """
        select webhook_emit(array[%s], array[%s], array['customers/usage_event'],
          array[null]::bigint[], array['{"eventId":"unseen"}'])
        """;
    long before = System.nanoTime();
    RunningService.shared()
        .sql()
        .run(emit.formatted(fixture.app().workspaceId(), fixture.app().appId()));
    long millis = (fixture.await("/a", 1).get(0).nanos() - before) / 1_000_000;
    assertTrue(millis < LOST_WAKE_UP_MILLIS, () -> "found after " + millis + " ms");
    assertEquals("delivered", endpoint.awaitDelivery("delivered").path("status").asText());
    System.out.println("without a wake-up found after " + millis + " ms");
  }
}
