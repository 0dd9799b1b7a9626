package dev.shopwire.app.flows;

import static dev.shopwire.app.flows.FlowRuns.definition;
import static dev.shopwire.app.flows.FlowRuns.waiting;
import static dev.shopwire.app.flows.FlowRuns.webhook;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Causes and times that fall together, on two processes that both do everything. */
@Tag("full")
class EntryRacesIT {
  private static final String ROLES = "ingest,enrichment,automation,webhook,console";
  private static final OwnProcesses PROCESSES = new OwnProcesses("flows", ROLES, ROLES);
  private static final Duration TIME = Duration.ofSeconds(60);
  private static final int ROUNDS = RunSize.of("entryRaces.rounds", 10, 200);
  private static final int CAUSES = 50;

  private final Tenants tenants = PROCESSES.tenants(0);
  private final Tenants.App app = tenants.app();
  private final FlowWorkspace workspace = new FlowWorkspace(new SegmentWorkspace(tenants, app));
  private final FlowWorkspace other =
      new FlowWorkspace(workspace.segments.through(PROCESSES.tenants(1)));
  private final ExecutorService threads = Executors.newFixedThreadPool(16);

  @AfterAll
  static void stop() {
    PROCESSES.close();
  }

  /** Until it is stored: an event id counts once. */
  private void send(int process, String shop, String name, String properties) {
    String event =
        "{\"eventName\":\"%s\",\"eventId\":\"%s\",\"customerId\":\"%s\",\"properties\":%s}"
            .formatted(name, UUID.randomUUID(), shop, properties);
    FlowWorkspace through = process == 0 ? workspace : other;
    Poll.until(
        TIME,
        () -> "the event is stored",
        () -> through.segments.app().api().post("/v1/usage_events", event).status() == 200);
  }

  private long number(String sql, Object... parameters) {
    return PROCESSES.sql().number(sql, parameters);
  }

  private void awaitAll(List<Future<?>> sent) throws Exception {
    for (Future<?> each : sent) {
      each.get(60, TimeUnit.SECONDS);
    }
    Poll.until(
        TIME,
        () -> "no causes left",
        () ->
            number(
                    """
                    select (select count(*) from flow_event_groups)
                      + (select count(*) from flow_causes)
                    """)
                == 0);
  }

  @Test
  void oneOfManyIdenticalCausesStartsARun() throws Exception {
    List<String> flows =
        List.of(
            workspace.published(definition("many", "", webhook("w"))),
            workspace.published(
                definition("many", "{\"frequency\":\"key\",\"key\":\"k\"}", webhook("w"))),
            workspace.published(
                definition(
                    "many", "{\"frequency\":\"interval\",\"interval\":\"1h\"}", webhook("w"))));
    List<Future<?>> sent = new ArrayList<>();
    for (int round = 0; round < ROUNDS; round++) {
      String shop = "many" + round + ".example.com";
      for (int i = 0; i < CAUSES; i++) {
        int process = i % 2;
        sent.add(threads.submit(() -> send(process, shop, "many", "{\"k\":\"same\"}")));
      }
    }
    awaitAll(sent);
    for (String flow : flows) {
      assertEquals(
          ROUNDS, number("select count(*) from flow_runs where flow_id = ?", Long.parseLong(flow)));
      assertEquals(
          ROUNDS * (CAUSES - 1L),
          number(
              "select sum(count) from flow_counts where flow_id = ? and kind = 'refused'",
              Long.parseLong(flow)));
    }
  }

  /**
   * What decides is when the event was stored, to the microsecond. The second event follows the
   * first one by a second, give or take what the first one took.
   */
  @Test
  void anEventAtTheTimeOutWinsWheneverEitherIsSeen() throws Exception {
    String flow =
        workspace.published(
            definition(
                "begin", "", waiting("w", "\"event\":{\"eventName\":\"end\"},\"timeout\":\"1s\"")));
    Random random = new Random();
    List<Future<?>> sent = new ArrayList<>();
    int shops = 8 * ROUNDS;
    for (int i = 0; i < shops; i++) {
      String shop = "time" + i + ".example.com";
      int process = i % 2;
      double off = 2 * random.nextDouble() - 1;
      sent.add(
          threads.submit(
              () -> {
                long start = System.nanoTime();
                send(process, shop, "begin", "{}");
                long took = System.nanoTime() - start;
                long until = start + 1_000_000_000 + Math.round(off * took);
                Poll.until(TIME, () -> "later", () -> System.nanoTime() >= until);
                send(1 - process, shop, "end", "{}");
              }));
    }
    awaitAll(sent);
    Poll.until(
        TIME,
        () -> "all runs have ended",
        () ->
            number(
                    "select count(*) from flow_runs where flow_id = ? and status = 'ended'",
                    Long.parseLong(flow))
                == shops);
    String wrong =
        """
        select count(*) from flow_runs r
        join flow_run_steps s on s.workspace_id = r.workspace_id and s.run_id = r.id
        join usage_events e on e.customer_id = r.customer_id and e.event_name = 'end'
        where r.flow_id = ? and (
          s.outcome <> case when e.received_at <= r.cause_at + interval '1 second'
            then 'event' else 'timeout' end
          or s.at <> least(e.received_at, r.cause_at + interval '1 second'))
        """;
    assertEquals(0, number(wrong, Long.parseLong(flow)));
    long events =
        number(
            """
            select count(*) from flow_run_steps s join flow_runs r on r.id = s.run_id
            where r.flow_id = ? and s.outcome = 'event'
            """,
            Long.parseLong(flow));
    assertTrue(events > 0 && events < shops, () -> events + " of " + shops);
  }

  /** Each cause after the response to an action is decided by it, on every process. */
  @Test
  void pausingPublishingAndArchivingAreSeenFromTheirResponsesOn() throws Exception {
    for (int round = 0; round < 10; round++) {
      String event = "seen" + round;
      String flow =
          workspace.published(definition(event, "{\"frequency\":\"always\"}", webhook("w")));
      send(1, "seen.example.com", event, "{}");
      awaitRuns(flow, 1);
      workspace.acted(flow, "pause", "{\"entries\":\"drop\"}");
      send(1, "seen.example.com", event, "{}");
      workspace.acted(flow, "resume", "{\"overdue\":\"send\"}");
      send(1, "seen.example.com", event, "{}");
      awaitRuns(flow, 2);
      Response archived = workspace.act(flow, "archive", "{\"runs\":\"finish\"}");
      assertEquals(200, archived.status(), archived::body);
      send(1, "seen.example.com", event, "{}");
      awaitAll(List.of());
      awaitRuns(flow, 2);
    }
  }

  private void awaitRuns(String flow, int count) {
    Poll.until(
        TIME,
        () -> count + " runs",
        () ->
            number("select count(*) from flow_runs where flow_id = ?", Long.parseLong(flow))
                == count);
  }
}
