package dev.shopwire.app.customers;

import static dev.shopwire.app.support.StaffRequests.rows;
import static dev.shopwire.app.support.UsageEventResponses.assertCounts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Answer;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** When a customer was first and last seen, and how little it costs to know. */
@Tag("everywhere-long")
class LastSeenIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final Sql SQL = RunningService.shared().sql();
  private static final Duration TIME = Duration.ofSeconds(5);
  private static final Duration FLUSHED = Duration.ofMillis(1_500);
  private static final String UPDATES =
      "select n_tup_upd from pg_stat_user_tables where relname = 'customers'";

  private final Tenants.App app = TENANTS.app();

  private JsonNode identify(String shop, String members) {
    Answer answer =
        app.api().post("/v1/identify", "{\"myplatformDomain\":\"" + shop + "\"" + members + "}");
    assertEquals(200, answer.status(), answer::body);
    return answer.json();
  }

  private void event(String shop, String members) {
    String body = "{\"eventName\":\"a\",\"customerId\":\"" + shop + "\"" + members + "}";
    assertCounts(app.api().post("/v1/usage_events", body), 1, 0, 0);
  }

  private Instant moment(String shop, String member) {
    Answer answer = app.api().get("/v1/customer?myplatformDomain=" + shop);
    assertEquals(200, answer.status(), answer::body);
    return Instant.parse(answer.json().at("/customer/" + member).asText());
  }

  private Instant lastSeen(String shop) {
    return moment(shop, "lastSeenAt");
  }

  private void awaitLastSeen(String shop, Predicate<Instant> expected) {
    Poll.until(
        TIME,
        () -> "last seen of " + shop + " is " + lastSeen(shop),
        () -> expected.test(lastSeen(shop)));
  }

  /** Takes a shop that is there back to a time before all events of these tests. */
  private void forget(String shop) {
    settle();
    SQL.run(
        "update customers set last_seen_at = '2000-01-01T00:00:00Z' where workspace_id = "
            + app.workspaceId()
            + " and domain = '"
            + shop
            + "'");
  }

  /**
   * Waits until all that was seen so far is written. Every event loop writes once a second for
   * itself, so it is once another shop has been seen and written for longer than that.
   */
  private void settle() {
    Instant start = Instant.now();
    while (Duration.between(start, Instant.now()).compareTo(FLUSHED) < 0) {
      Instant before = Instant.now();
      event("other.example.com", "");
      awaitLastSeen("other.example.com", at -> !at.isBefore(before));
    }
  }

  @Test
  void aCustomerIsFirstAndLastSeenWhenItIsIdentified() {
    Instant before = Instant.now();
    identify("acme.example.com", ",\"name\":\"Acme\"");
    Instant firstSeen = moment("acme.example.com", "firstSeenAt");
    assertFalse(firstSeen.isBefore(before.minusMillis(1)), firstSeen::toString);
    assertFalse(firstSeen.isAfter(Instant.now()), firstSeen::toString);
    assertFalse(lastSeen("acme.example.com").isBefore(firstSeen));

    Instant again = Instant.now();
    identify("acme.example.com", ",\"name\":\"Acme\"");
    awaitLastSeen("acme.example.com", at -> !at.isBefore(again));
    assertEquals(firstSeen, moment("acme.example.com", "firstSeenAt"));
  }

  @Test
  void pushesOfStaffAndUsageEventsAreSignsOfLifeToo() {
    String staff = "{\"myplatformDomain\":\"acme.example.com\",\"staff\":[{\"id\":1}]}";
    for (int i = 0; i < 2; i++) {
      Instant pushed = Instant.now();
      assertEquals(200, app.api().post("/v1/staff", staff).status());
      awaitLastSeen("acme.example.com", at -> !at.isBefore(pushed));
    }
    Instant sent = Instant.now();
    event("acme.example.com", "");
    awaitLastSeen("acme.example.com", at -> !at.isBefore(sent));
  }

  @Test
  void anEventCountsAtItsOwnTimeAndNeverBack() {
    identify("acme.example.com", "");
    forget("acme.example.com");
    event("acme.example.com", ",\"timestamp\":\"2020-06-01T12:00:00.123456Z\"");
    Instant own = Instant.parse("2020-06-01T12:00:00.123456Z");
    awaitLastSeen("acme.example.com", own::equals);
    event("acme.example.com", ",\"timestamp\":\"2019-01-01T00:00:00Z\"");
    settle();
    assertEquals(own, lastSeen("acme.example.com"));
  }

  @Test
  void anEventFromTheFutureCountsAsNow() {
    Instant before = Instant.now();
    event("acme.example.com", ",\"timestamp\":\"" + before.plus(Duration.ofHours(23)) + "\"");
    awaitLastSeen("acme.example.com", at -> !at.isBefore(before));
    settle();
    assertFalse(lastSeen("acme.example.com").isAfter(Instant.now()));
  }

  @Test
  void aThousandEventsOfAShopAreAFewUpdates() {
    event("acme.example.com", "");
    settle();
    long before = SQL.number(UPDATES);
    for (int i = 0; i < 1_000; i++) {
      event("acme.example.com", "");
    }
    Instant last = Instant.now();
    event("acme.example.com", "");
    awaitLastSeen("acme.example.com", at -> !at.isBefore(last));
    settle();
    // Statistics come late, so what is counted here may still miss the last second's.
    Poll.until(
        Duration.ofSeconds(15), () -> "updates are counted", () -> SQL.number(UPDATES) > before);
    long updates = SQL.number(UPDATES) - before;
    assertTrue(updates < 50, "1,000 events made " + updates + " updates");
  }

  @Test
  void anIdentifyThatSaysNothingNewWritesNothing() {
    String members =
        """
        ,"name":"Acme","email":"info@acme.example.com","customFields":
          {"text":"a","number":1.50,"flag":true,"json":{"b":[1,null],"a":"ü"},"none":null}
        """;
    assertEquals(4, identify("acme.example.com", members).at("/customFields/written").asInt());
    List<String> before = versions();
    for (int i = 0; i < 200; i++) {
      JsonNode answer = identify("acme.example.com", members);
      assertEquals(0, answer.at("/customFields/written").asInt(), answer::toString);
      assertEquals(5, answer.at("/customFields/unchanged").asInt(), answer::toString);
    }
    assertEquals(before, versions());
  }

  private List<String> versions() {
    return Stream.of(
            "custom_field_values", "customer_profiles", "custom_fields", "custom_field_catalogs")
        .map(table -> rows(table, app))
        .toList();
  }
}
