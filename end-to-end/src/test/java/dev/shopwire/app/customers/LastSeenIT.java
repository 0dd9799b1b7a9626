package dev.shopwire.app.customers;

import static dev.shopwire.app.support.UsageEventResponses.assertCounts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.StaffRequests;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.parallel.ResourceAccessMode;
import org.junit.jupiter.api.parallel.ResourceLock;

/** Tests when a customer was first and last seen, and that recording it takes few writes. */
@Tag("everywhere-long")
class LastSeenIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final Sql SQL = RunningService.shared().sql();
  private static final Duration TIME = Duration.ofSeconds(5);
  private static final Duration FLUSH_TIME = Duration.ofMillis(1_500);

  /** Whose updates one of these tests counts, while no other runs. */
  private static final String CUSTOMERS = "customers";

  private static final String UPDATES =
      "select n_tup_upd from pg_stat_user_tables where relname = 'customers'";

  private final Tenants.App app = TENANTS.app();

  private JsonNode identify(String shop, String fields) {
    Response response =
        app.api().post("/v1/identify", "{\"myplatformDomain\":\"" + shop + "\"" + fields + "}");
    assertEquals(200, response.status(), response::body);
    return response.json();
  }

  private void event(String shop, String fields) {
    String body = "{\"eventName\":\"a\",\"customerId\":\"" + shop + "\"" + fields + "}";
    assertCounts(app.api().post("/v1/usage_events", body), 1, 0, 0);
  }

  private Instant time(String shop, String field) {
    Response response = app.api().get("/v1/customer?myplatformDomain=" + shop);
    assertEquals(200, response.status(), response::body);
    return Instant.parse(response.json().at("/customer/" + field).asText());
  }

  private Instant lastSeen(String shop) {
    return time(shop, "lastSeenAt");
  }

  private void awaitLastSeen(String shop, Predicate<Instant> expected) {
    Poll.until(
        TIME,
        () -> "last seen of " + shop + " is " + lastSeen(shop),
        () -> expected.test(lastSeen(shop)));
  }

  /** Sets the last-seen time of a known shop to before all events of these tests. */
  private void resetLastSeen(String shop) {
    awaitWritten();
    SQL.run(
        "update customers set last_seen_at = '2000-01-01T00:00:00Z' where workspace_id = "
            + app.workspaceId()
            + " and domain = '"
            + shop
            + "'");
  }

  /**
   * Waits until everything seen so far is written. Each event loop writes once a second, so it is
   * once another shop has been seen and written for longer than that.
   */
  private void awaitWritten() {
    Instant start = Instant.now();
    while (Duration.between(start, Instant.now()).compareTo(FLUSH_TIME) < 0) {
      Instant before = Instant.now();
      event("other.example.com", "");
      awaitLastSeen("other.example.com", at -> !at.isBefore(before));
    }
  }

  @ConcurrentTest
  @ResourceLock(value = CUSTOMERS, mode = ResourceAccessMode.READ)
  void aCustomerIsFirstAndLastSeenWhenItIsIdentified() {
    Instant before = Instant.now();
    identify("acme.example.com", ",\"name\":\"Acme\"");
    Instant firstSeen = time("acme.example.com", "firstSeenAt");
    assertFalse(firstSeen.isBefore(before.minusMillis(1)), firstSeen::toString);
    assertFalse(firstSeen.isAfter(Instant.now()), firstSeen::toString);
    assertFalse(lastSeen("acme.example.com").isBefore(firstSeen));

    Instant again = Instant.now();
    identify("acme.example.com", ",\"name\":\"Acme\"");
    awaitLastSeen("acme.example.com", at -> !at.isBefore(again));
    assertEquals(firstSeen, time("acme.example.com", "firstSeenAt"));
  }

  @ConcurrentTest
  @ResourceLock(value = CUSTOMERS, mode = ResourceAccessMode.READ)
  void staffPushesAndUsageEventsUpdateLastSeenToo() {
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

  @ConcurrentTest
  @ResourceLock(value = CUSTOMERS, mode = ResourceAccessMode.READ)
  void anEventCountsAtItsOwnTimeAndNeverMovesLastSeenBack() {
    identify("acme.example.com", "");
    resetLastSeen("acme.example.com");
    event("acme.example.com", ",\"timestamp\":\"2020-06-01T12:00:00.123456Z\"");
    Instant own = Instant.parse("2020-06-01T12:00:00.123456Z");
    awaitLastSeen("acme.example.com", own::equals);
    event("acme.example.com", ",\"timestamp\":\"2019-01-01T00:00:00Z\"");
    awaitWritten();
    assertEquals(own, lastSeen("acme.example.com"));
  }

  @ConcurrentTest
  @ResourceLock(value = CUSTOMERS, mode = ResourceAccessMode.READ)
  void anEventFromTheFutureCountsAsNow() {
    Instant before = Instant.now();
    event("acme.example.com", ",\"timestamp\":\"" + before.plus(Duration.ofHours(23)) + "\"");
    awaitLastSeen("acme.example.com", at -> !at.isBefore(before));
    awaitWritten();
    assertFalse(lastSeen("acme.example.com").isAfter(Instant.now()));
  }

  @ConcurrentTest
  @Tag("full")
  @ResourceLock(CUSTOMERS)
  void aThousandEventsOfAShopCauseFewUpdates() {
    event("acme.example.com", "");
    awaitWritten();
    long before = SQL.number(UPDATES);
    for (int i = 0; i < 1_000; i++) {
      event("acme.example.com", "");
    }
    Instant last = Instant.now();
    event("acme.example.com", "");
    awaitLastSeen("acme.example.com", at -> !at.isBefore(last));
    awaitWritten();
    // Statistics are delayed, so the count may still miss updates of the last second.
    Poll.until(
        Duration.ofSeconds(15), () -> "updates are counted", () -> SQL.number(UPDATES) > before);
    long updates = SQL.number(UPDATES) - before;
    assertTrue(updates < 50, "1,000 events caused " + updates + " updates");
  }

  @ConcurrentTest
  @ResourceLock(value = CUSTOMERS, mode = ResourceAccessMode.READ)
  void anIdentifyWithoutChangesWritesNothing() {
    String fields =
        """
        ,"name":"Acme","email":"info@acme.example.com","customFields":
          {"text":"a","number":1.50,"flag":true,"json":{"b":[1,null],"a":"ü"},"none":null}
        """;
    assertEquals(4, identify("acme.example.com", fields).at("/customFields/written").asInt());
    List<String> before = rowVersions();
    for (int i = 0; i < 200; i++) {
      JsonNode response = identify("acme.example.com", fields);
      assertEquals(0, response.at("/customFields/written").asInt(), response::toString);
      assertEquals(5, response.at("/customFields/unchanged").asInt(), response::toString);
    }
    assertEquals(before, rowVersions());
  }

  private List<String> rowVersions() {
    return Stream.of(
            "custom_field_values", "customer_profiles", "custom_fields", "custom_field_catalogs")
        .map(table -> StaffRequests.rowVersions(table, app))
        .toList();
  }
}
