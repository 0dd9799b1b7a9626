package dev.shopwire.app.segments.tracking;

import static dev.shopwire.app.segments.SegmentWorkspace.body;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.AttributionFixture;
import dev.shopwire.app.support.HeldLock;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentTest;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Stores;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Consumer;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests that each kind of cause makes a customer enter and exit, is named, and is reported once and
 * soon.
 */
@SuppressWarnings("try") // locks are only held
@Tag("everywhere")
class TrackingCausesIT {
  /** Long enough that a push before it is stored by then. */
  private static final Duration SOON = Duration.ofSeconds(4);

  private static final Duration SETTLING = Duration.ofSeconds(30);
  private static final String OWNER = "{\"id\":1,\"accountOwner\":true}";

  private static final Latencies LATENCIES = new Latencies();
  private static final Queue<ExpectedTransitions> ALL = new ConcurrentLinkedQueue<>();
  private static AttributionFixture fixture;
  private static SegmentWorkspace workspace;
  private static TrackingRows rows;
  private static String app;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void createWorkspace() {
    fixture = AttributionFixture.inNewWorkspace();
    workspace = new SegmentWorkspace(RunningService.shared().tenants(), fixture.app());
    rows =
        new TrackingRows(
            RunningService.shared().sql(), Long.parseLong(fixture.app().workspaceId()));
    app = fixture.slug();
  }

  /** Checks that no transition was added once nothing is pending. */
  @AfterAll
  static void nothingIsReportedTwice() {
    rows.awaitQuiet(SETTLING);
    ALL.forEach(ExpectedTransitions::assertComplete);
    rows.assertConsistent();
    System.out.println("Causes until transitions: " + LATENCIES);
    assertTrue(LATENCIES.worstMillis() < TrackedSegment.TIME.toMillis());
  }

  private static ShopPushes shop(String name) {
    ShopPushes shop = new ShopPushes(fixture.app(), name + ".example.com");
    shop.identify("\"name\":\"" + name + "\"");
    return shop;
  }

  private static ExpectedTransitions expect(ShopPushes shop, String text) {
    TrackedSegment segment = TrackedSegment.build(workspace, shop.domain(), text);
    // While it catches up, a change may be reported with the cause time.
    rows.awaitCaughtUp(segment.id());
    ExpectedTransitions expected = new ExpectedTransitions(segment, shop.domain(), LATENCIES);
    ALL.add(expected);
    return expected;
  }

  /** A time that PostgreSQL and texts hold exactly. */
  private static Instant soon() {
    return Instant.now().plus(SOON).truncatedTo(ChronoUnit.MILLIS);
  }

  @ConcurrentTest
  void aFieldOfAnIdentify() {
    ShopPushes shop = shop("field");
    shop.fields("{\"seats\":7}");
    ExpectedTransitions expected = expect(shop, "cf:seats gte 100");
    expected.after(() -> shop.fields("{\"seats\":200}"), "entered identify " + app);
    expected.after(() -> shop.fields("{\"seats\":null}"), "exited identify " + app);
    expected.after(() -> shop.fields("{\"seats\":100}"), "entered identify " + app);
  }

  @ConcurrentTest
  void theNameAndTheEmailAddressOfAnIdentify() {
    ShopPushes shop = shop("names");
    ExpectedTransitions expected = expect(shop, "name = \"Acme\" AND email contains \"@acme\"");
    shop.identify("\"name\":\"Acme\"");
    expected.after(() -> shop.identify("\"email\":\"a@acme.example\""), "entered identify " + app);
    expected.after(() -> shop.identify("\"name\":\"Acme Inc.\""), "exited identify " + app);
    expected.after(() -> shop.identify("\"name\":\"Acme\""), "entered identify " + app);
    expected.after(() -> shop.identify("\"email\":null"), "exited identify " + app);
  }

  @ConcurrentTest
  void aStaffPush() {
    ShopPushes shop = shop("staff");
    ExpectedTransitions expected = expect(shop, "contact where (role = \"owner\")");
    expected.after(() -> shop.staff(OWNER), "entered staff " + app);
    expected.after(() -> shop.staff("{\"id\":2}"), "exited staff " + app);
  }

  @ConcurrentTest
  void aContactThatTheConsoleAddsAndDeletes() {
    ShopPushes shop = shop("console");
    ExpectedTransitions expected = expect(shop, "contact where (tag = \"friend\")");
    String contacts = "/customers/" + workspace.customerId(shop.domain()) + "/contacts";
    JsonNode friend = SegmentWorkspace.json("{\"id\":7,\"tags\":[\"friend\"]}");
    String[] id = {""};
    expected.after(
        () -> {
          Response created = workspace.post(contacts, friend);
          id[0] = created.json().at("/contact/contactId").asText();
        },
        "entered console -");
    expected.after(() -> workspace.delete("/contacts/" + id[0]), "exited console -");
  }

  @ConcurrentTest
  void aUsageEvent() {
    ShopPushes shop = shop("event");
    ExpectedTransitions expected = expect(shop, "event:exported count = 1");
    expected.after(() -> shop.event("exported", "a"), "entered usage_event " + app);
    shop.event("exported", "a");
    expected.after(() -> shop.event("exported", "b"), "exited usage_event " + app);
  }

  @ConcurrentTest
  void aLateUsageEvent() {
    ShopPushes shop = shop("late");
    ExpectedTransitions expected = expect(shop, "event:late count = 1 within 30d");
    Instant now = Instant.now();
    shop.event("late", now.minus(Duration.ofDays(31)));
    expected.after(
        () -> shop.event("late", now.minus(Duration.ofDays(10))), "entered usage_event " + app);
    expected.after(
        () -> shop.event("late", now.minus(Duration.ofDays(20))), "exited usage_event " + app);
  }

  @ConcurrentTest
  void aPageView() {
    ShopPushes shop = shop("page");
    ExpectedTransitions expected = expect(shop, "page:\"/reports/*\" count = 1");
    shop.view("/other", "a");
    expected.after(() -> shop.view("/reports/1", "a"), "entered usage_event " + app);
    expected.after(() -> shop.view("/reports/2", "a"), "exited usage_event " + app);
  }

  @ConcurrentTest
  void aSession() {
    ShopPushes shop = shop("session");
    ExpectedTransitions expected = expect(shop, "sessions count = 1");
    expected.after(() -> shop.view("/one", "a"), "entered usage_event " + app);
    shop.view("/two", "a");
    expected.after(() -> shop.view("/one", "b"), "exited usage_event " + app);
  }

  @ConcurrentTest
  void anAttributionAndItsCorrection() {
    ShopPushes shop = shop("credit");
    fixture.affiliate("Jane", "JANE10");
    ExpectedTransitions expected = expect(shop, "credit where (affiliate = \"Jane\")");
    expected.after(() -> fixture.sendCode(shop.domain(), "JANE10"), "entered attribution " + app);
    expected.after(
        () -> fixture.correct(workspace.customerId(shop.domain()), "null", "an error"),
        "exited attribution " + app);
  }

  @ConcurrentTest
  void aShopThatIsFirstSeen() {
    TrackedSegment first =
        TrackedSegment.build(workspace, "First seen", "domain starts_with \"first-\"");
    fixture.affiliate("Joe", "JOE10");
    seen(first, "identify", shop -> shop.identify("\"name\":\"First\""));
    seen(first, "usage_event", shop -> shop.event("seen"));
    seen(first, "attribution", shop -> fixture.sendCode(shop.domain(), "JOE10"));
  }

  private static void seen(TrackedSegment first, String cause, Consumer<ShopPushes> push) {
    ShopPushes shop =
        new ShopPushes(fixture.app(), "first-" + cause.replace('_', '-') + ".example.com");
    ExpectedTransitions expected = new ExpectedTransitions(first, shop.domain(), LATENCIES);
    ALL.add(expected);
    expected.after(() -> push.accept(shop), "entered " + cause + " " + app);
  }

  @ConcurrentTest
  void theTimeOfAnEventThatIsDatedAhead() {
    ShopPushes shop = shop("ahead");
    ExpectedTransitions expected = expect(shop, "event:planned performed");
    Instant due = soon();
    shop.event("planned", due);
    expected.at(due, "entered time -");
  }

  @ConcurrentTest
  void theEndOfAWindow() {
    ShopPushes shop = shop("window");
    ExpectedTransitions expected = expect(shop, "event:ping performed within 1m");
    Instant due = soon();
    expected.after(
        () -> shop.event("ping", due.minus(Duration.ofMinutes(1))), "entered usage_event " + app);
    expected.at(due, "exited time -");
  }

  @ConcurrentTest
  void theTimeOfADateInATextField() {
    ShopPushes shop = shop("date");
    shop.fields("{\"renews_at\":\"never\"}");
    ExpectedTransitions next = expect(shop, "cf:renews_at within next 1h");
    Instant due = soon().plus(Duration.ofHours(1));
    shop.fields("{\"renews_at\":\"" + due + "\"}");
    next.at(due.minus(Duration.ofHours(1)), "entered time -");
  }

  @ConcurrentTest
  void theTimeAfterADateInATextField() {
    ShopPushes shop = shop("expiry");
    shop.fields("{\"expires_at\":\"never\"}");
    ExpectedTransitions expected = expect(shop, "cf:expires_at after now");
    Instant due = soon();
    expected.after(
        () -> shop.fields("{\"expires_at\":\"" + due + "\"}"), "entered identify " + app);
    expected.at(due, "exited time -");
  }

  /** No push can say when a customer was last seen, so the row is set to some time ago. */
  @ConcurrentTest
  void theTimeSinceAShopWasLastSeen() {
    ShopPushes shop = shop("idle");
    ExpectedTransitions expected =
        expect(shop, "lastSeenAt before 1h ago AND domain = \"idle.example.com\"");
    awaitLastSeenWritten(shop);
    Instant due = soon();
    RunningService.shared()
        .sql()
        .run(
            "update customers set last_seen_at = '%s' where workspace_id = %s and domain = '%s'"
                .formatted(
                    due.minus(Duration.ofHours(1)), fixture.app().workspaceId(), shop.domain()));
    expected.at(due, "entered time -");
    expected.after(() -> shop.identify("\"name\":\"Idle\""), "exited identify " + app);
  }

  /** It is written once a second, also after the last push. */
  private static void awaitLastSeenWritten(ShopPushes shop) {
    ShopPushes other = new ShopPushes(fixture.app(), "other-than-" + shop.domain());
    Instant end = Instant.now().plusSeconds(2);
    while (Instant.now().isBefore(end)) {
      other.event("seen");
    }
  }

  /**
   * Rows to look at are written for what a segment reads, and for nothing else. They are counted
   * while no process can evaluate them.
   */
  @Test
  void nothingIsWrittenForWhatNoTrackedSegmentReads() {
    SegmentWorkspace own = new SegmentWorkspace();
    ShopPushes shop = new ShopPushes(own.app(), "own.example.com");
    shop.fields("{\"seats\":1,\"plan\":\"pro\"}");
    TrackedSegment large = TrackedSegment.build(own, "Large", "cf:seats gte 100");
    own.savedId("Live", "cf:plan = \"basic\" OR event:exported performed");
    TrackingRows ownRows = new TrackingRows(rows.sql(), Long.parseLong(own.app().workspaceId()));
    ownRows.awaitQuiet(SETTLING);
    String evaluations =
        "select 1 from segment_rounds where workspace_id = %d for update"
            .formatted(ownRows.workspaceId());
    try (HeldLock held = HeldLock.of(Stores.shared().postgresUri(), evaluations)) {
      shop.identify("\"name\":\"Own\",\"customFields\":{\"plan\":\"basic\",\"seats\":1}");
      shop.staff(OWNER);
      shop.event("exported");
      shop.view("/reports/1", "a");
      own.post("/custom-fields/" + own.fieldId("seats") + "/promote", body());
      assertEquals(0, ownRows.pending());
      for (int seats = 100; seats < 105; seats++) {
        shop.fields("{\"seats\":" + seats + "}");
      }
      assertEquals(1, ownRows.pending());
    }
    large.awaitTransitions(shop.domain(), "1 entered identify " + own.slug(own.app()));
  }
}
