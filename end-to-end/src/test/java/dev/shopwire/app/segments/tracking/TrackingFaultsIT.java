package dev.shopwire.app.segments.tracking;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.HeldLock;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.testing.EventStream;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RetryingClients;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests tracked segments while no process runs the role, a condition hangs, old events are dropped,
 * and very many customers are due at once. One process takes pushes, another one tracks.
 */
@SuppressWarnings("try") // locks are only held
@Tag("full")
class TrackingFaultsIT {
  private static final int SHOPS_OF_OUTAGE = RunSize.of("trackingFaults.shops", 30, 5_000);
  private static final int DUE = RunSize.of("trackingFaults.due", 2_000, 100_000);

  /** Events that are posted in a second, at least. */
  private static final int POST_RATE = 600;

  private static final Duration DUE_TIME = Duration.ofSeconds(60);
  private static final int CLIENTS = 4;
  private static final int PUSHING = 0;
  private static final int TRACKING = 1;

  /**
   * An event of a month long past. In the month before it is one that was received while the clock
   * was wrong: it keeps the oldest partition. Without one of now the clock seems to be wrong.
   */
  private static final String OLD_EVENTS =
      """
      do $$ declare part regclass; begin
        for part in select inhrelid::regclass from pg_inherits
          where inhparent = 'usage_events'::regclass
        loop execute format('drop table %s', part); end loop;
        create table usage_events_2020_01 partition of usage_events
          for values from (minvalue) to ('2020-02-01 00:00Z');
        create table usage_events_2020_02 partition of usage_events
          for values from ('2020-02-01 00:00Z') to ('2020-03-01 00:00Z');
        perform create_usage_event_partitions(3);
      end $$;
      insert into usage_events (app_id, customer_id, occurred_at, received_at, event_key, event_name)
      select a.id, c.id, e.at - interval '1 second', e.received_at, gen_random_uuid(), e.name
      from apps a join customers c on c.workspace_id = a.workspace_id
      cross join (values
        (now(), timestamptz '2020-01-15Z', 'misdated'),
        (timestamptz '2020-02-15Z', timestamptz '2020-02-15Z', 'old'),
        (now(), now(), 'young')) e (at, received_at, name)
      where a.workspace_id = ID and c.domain = 'old.example.com'
      """;

  private static final String PARTITIONS = "select partitions::text from segment_schedule";

  private static OwnProcesses processes;
  private SegmentWorkspace workspace;
  private TrackingRows rows;
  private String app;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    processes =
        new OwnProcesses(
            "tracking", "ingest,analytics,enrichment,attribution,console", "automation,console");
  }

  @AfterAll
  static void stop() {
    processes.close();
  }

  @BeforeEach
  @SuppressWarnings("NullAway.Init")
  void createWorkspace() {
    workspace = new SegmentWorkspace(processes.tenants(TRACKING, PUSHING));
    rows = new TrackingRows(processes.sql(), Long.parseLong(workspace.app().workspaceId()));
    app = workspace.slug(workspace.app());
  }

  private ShopPushes shop(String name) {
    return new ShopPushes(workspace.app(), name + ".example.com");
  }

  @Test
  void whatIsPushedWhileTheRoleIsStoppedIsReportedOnceItIsBack() {
    List<ShopPushes> shops =
        IntStream.range(0, SHOPS_OF_OUTAGE).mapToObj(number -> shop("s" + number)).toList();
    shops.forEach(shop -> shop.fields("{\"seats\":7}"));
    TrackedSegment large = TrackedSegment.build(workspace, "Large", "cf:seats gte 100");
    TrackedSegment exporters =
        TrackedSegment.build(workspace, "Exporters", "event:exported performed within 30d");
    TrackedSegment planned = TrackedSegment.build(workspace, "Planned", "event:planned performed");
    processes.kill(TRACKING);
    for (ShopPushes shop : shops) {
      shop.fields("{\"seats\":200}");
      shop.event("exported");
      shop.event("planned", Instant.now().plusSeconds(1));
    }
    shop("s0").fields("{\"seats\":1}");
    // Once for each kind of change, however many pushes.
    assertEquals(2L * SHOPS_OF_OUTAGE, rows.pending());
    assertEquals(0, rows.transitionKeys().size());
    processes.restart(TRACKING);
    long start = System.nanoTime();
    long all = 3L * SHOPS_OF_OUTAGE - 1;
    Poll.until(
        Duration.ofSeconds(60),
        () -> all + " transitions, there are " + rows.transitionKeys().size(),
        () -> rows.transitionKeys().size() >= all);
    long millis = (System.nanoTime() - start) / 1_000_000;
    rows.awaitQuiet(TrackedSegment.TIME);
    assertEquals(all, rows.transitionKeys().size());
    rows.assertConsistent();
    assertEquals(List.of(), large.reported("s0.example.com"));
    assertEquals(List.of("1 entered identify " + app), large.reported("s1.example.com"));
    assertEquals(List.of("1 entered usage_event " + app), exporters.reported("s0.example.com"));
    assertEquals(1, planned.reported("s0.example.com").size());
    assertEquals(SHOPS_OF_OUTAGE - 1 + " 0 0", large.verify());
    System.out.println("After an outage " + all + " transitions within " + millis + " ms");
  }

  @Test
  void aSegmentThatHangsDelaysNoOther() {
    ShopPushes shop = shop("hanging");
    ShopPushes other = shop("other");
    shop.fields("{\"seats\":7}");
    other.fields("{\"seats\":7}");
    TrackedSegment hanging =
        TrackedSegment.build(workspace, "Hanging", "cf:seats gte 100 AND sessions count lt 5");
    TrackedSegment large = TrackedSegment.build(workspace, "Large", "cf:seats gte 100");
    rows.awaitQuiet(TrackedSegment.TIME);
    Latencies latencies = new Latencies();
    ExpectedTransitions expected = new ExpectedTransitions(large, other.domain(), latencies);
    try (HeldLock held = HeldLock.on(processes.postgresUri(), "sessions")) {
      shop.fields("{\"seats\":200}");
      for (int round = 0; round < 4; round++) {
        expected.after(() -> other.fields("{\"seats\":200}"), "entered identify " + app);
        expected.after(() -> other.fields("{\"seats\":7}"), "exited identify " + app);
      }
      large.awaitTransitions(shop.domain(), "1 entered identify " + app);
      Poll.until(
          TrackedSegment.TIME,
          () -> "an error is shown: " + hanging.state(),
          () -> hanging.state().path("lastError").isTextual());
      assertEquals(
          "The evaluation took longer than its time limit",
          hanging.state().path("lastError").asText());
      assertTrue(hanging.state().path("pending").asInt() > 0);
      assertEquals(List.of(), hanging.reported(shop.domain()));
      assertTrue(large.state().path("lastError").isNull());
    }
    hanging.awaitTransitions(shop.domain(), "1 entered identify " + app);
    Poll.until(
        TrackedSegment.TIME,
        () -> "no error is left: " + hanging.state(),
        () -> hanging.state().path("lastError").isNull());
    rows.awaitQuiet(TrackedSegment.TIME);
    assertEquals("1 0 0", hanging.verify());
    System.out.println("Beside a segment that hangs: " + latencies);
    assertTrue(latencies.worstMillis() < TrackedSegment.TIME.toMillis());
  }

  @Test
  void membersOfADroppedPartitionLeave() {
    ShopPushes shop = shop("old");
    shop.identify("\"name\":\"Old\"");
    TrackedSegment old = TrackedSegment.build(workspace, "Old", "event:old performed");
    TrackedSegment young = TrackedSegment.build(workspace, "Young", "event:young performed");
    processes.sql().run(OLD_EVENTS.replace("ID", workspace.app().workspaceId()));
    old.awaitTransitions(shop.domain(), "1 entered usage_event " + app);
    young.awaitTransitions(shop.domain(), "1 entered usage_event " + app);
    Poll.until(
        TrackedSegment.TIME,
        () -> "the partitions are known: " + processes.sql().text(PARTITIONS),
        () -> processes.sql().text(PARTITIONS).contains("usage_events_2020_02"));
    try (ServiceProcess ingest =
        processes.startAnother("ingest", Map.of("SHOPWIRE_EVENTS_RETENTION_MONTHS", "3"))) {
      old.awaitTransitions(shop.domain(), "1 entered usage_event " + app, "2 exited retention -");
      assertTrue(ingest.process().isAlive());
    }
    Poll.until(
        TrackedSegment.TIME,
        () -> "the check has ended: " + young.state(),
        () -> young.state().at("/drift/finishedAt").isTextual());
    assertEquals(List.of("1 entered usage_event " + app), young.reported(shop.domain()));
    assertEquals("0 0 0", old.verify());
    assertTrue(processes.sql().text(PARTITIONS).contains("usage_events_2020_01"));
    rows.assertConsistent();
  }

  @Test
  void veryManyCustomersThatAreDueAtOnceDelayNoOtherSegment() {
    ShopPushes other = shop("other");
    other.fields("{\"seats\":7}");
    TrackedSegment due = TrackedSegment.build(workspace, "Due", "event:due performed");
    TrackedSegment large = TrackedSegment.build(workspace, "Large", "cf:seats gte 100");
    Instant instant = Instant.now().plusSeconds(3 + DUE / POST_RATE).truncatedTo(ChronoUnit.MILLIS);
    postEvents(instant);
    assertTrue(Instant.now().isBefore(instant), "the events were posted too slowly");
    Latencies latencies = new Latencies();
    ExpectedTransitions expected = new ExpectedTransitions(large, other.domain(), latencies);
    Poll.until(DUE_TIME, () -> "the instant comes", () -> !Instant.now().isBefore(instant));
    long start = System.nanoTime();
    do {
      expected.after(() -> other.fields("{\"seats\":200}"), "entered identify " + app);
      expected.after(() -> other.fields("{\"seats\":7}"), "exited identify " + app);
    } while (rows.transitions(due.id()) < DUE && System.nanoTime() - start < DUE_TIME.toNanos());
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertEquals(DUE, rows.transitions(due.id()));
    assertEquals(List.of("1 entered time -"), due.reported("d0.example.com"));
    rows.awaitQuiet(TrackedSegment.TIME);
    assertEquals(DUE + " 0 0", due.verify());
    rows.assertConsistent();
    System.out.printf(
        "%d customers due in one instant are reported within %d ms; another segment meanwhile: %s%n",
        DUE, millis, latencies);
    assertTrue(latencies.worstMillis() < TrackedSegment.TIME.toMillis());
  }

  private void postEvents(Instant at) {
    List<String> events =
        IntStream.range(0, DUE)
            .mapToObj(
                number ->
                    "{\"eventName\":\"due\",\"customerId\":\"d%d.example.com\",\"timestamp\":\"%s\",\"eventId\":\"%d\"}"
                        .formatted(number, at, number))
            .toList();
    String url = processes.process(PUSHING).httpUrl();
    new RetryingClients(() -> new Http(url), workspace.app().key())
        .run(EventStream.batches(events), CLIENTS);
  }
}
