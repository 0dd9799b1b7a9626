package dev.shopwire.app.flows;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.DisabledEndpoints;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Tenants;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/**
 * Compares the runs of random flows with {@link RunModel}, while processes and PostgreSQL are
 * killed, Redis is emptied every second, and events come twice.
 */
class FlowModelIT {
  private static final int ROUNDS = RunSize.of("flowModel.rounds", 1, 25);
  private static final int FLOWS = RunSize.of("flowModel.flows", 12, 20);
  private static final int EVENTS = RunSize.of("flowModel.events", 500, 8_000);
  private static final int KILLS = RunSize.of("flowModel.kills", 3, 5);
  private static final int SHOPS = 20;
  private static final int BATCH = 10;

  /** Between two requests, so that waits end and events come in turn. */
  private static final long PAUSE_NANOS = 80_000_000;

  private static final int REQUESTS_PER_SECOND = 10;

  /** Causes are one in this many events. */
  private static final int CAUSES = 12;

  private static final Duration TIME = Duration.ofMinutes(4);

  private static final String SETTLING =
      """
      select (select count(*) from flow_causes where workspace_id = w.id)
        + (select count(*) from flow_event_groups where workspace_id = w.id)
        + (select count(*) from flow_changes where workspace_id = w.id)
        + (select count(*) from flow_runs where workspace_id = w.id and (status = 'pending'
             or wake_at < now() + interval '1 minute' or waits_for = 'change'))
      from (values (?)) w (id)
      """;

  private final Map<String, Integer> reasons = new TreeMap<>();

  @Test
  void runsGoAsTheirDefinitionsSayWhateverIsKilled() {
    String worker = "automation,enrichment";
    try (OwnProcesses processes =
        new OwnProcesses("flows", "ingest,console,automation,enrichment", worker, worker)) {
      for (int round = 0; round < ROUNDS; round++) {
        new Round(processes, System.nanoTime()).run();
        System.out.printf("Round %d: runs so far, by how they ended: %s%n", round + 1, reasons);
      }
    }
    assertTrue(reasons.size() >= 4, () -> "Most reasons were reached: " + reasons);
  }

  private final class Round {
    private final OwnProcesses processes;
    private final Random random;
    private final FlowWorkspace workspace;
    private final Tenants.App app;
    private final Map<String, JsonNode> flows = new LinkedHashMap<>();
    private final RunComparison comparison;
    private int kills;

    Round(OwnProcesses processes, long seed) {
      this.processes = processes;
      this.random = new Random(seed);
      Tenants tenants = processes.tenants(0);
      this.app = tenants.app();
      this.workspace = new FlowWorkspace(new SegmentWorkspace(tenants, app));
      this.comparison = new RunComparison(processes.sql(), seed);
      DisabledEndpoints.add(processes.sql(), app, "flows/step");
    }

    void run() {
      for (int shop = 0; shop < SHOPS; shop++) {
        identify(shop);
      }
      RandomDefinitions definitions = new RandomDefinitions(random, workspace.template());
      workspace.segments.push("s0.example.com", "{\"touched\":0}");
      for (int flow = 0; flow < FLOWS; flow++) {
        JsonNode definition = definitions.next();
        flows.put(workspace.published(definition), definition);
      }
      int requests = EVENTS / BATCH;
      for (int request = 0; request < requests; request++) {
        String batch = batch(request);
        post(batch);
        if (random.nextInt(10) == 0) {
          post(batch);
        }
        if (request % REQUESTS_PER_SECOND == 0) {
          processes.emptyRedis();
        }
        if (request % (requests / KILLS) == requests / KILLS / 2) {
          kill();
        }
        LockSupport.parkNanos(PAUSE_NANOS);
      }
      processes.awaitReady();
      Poll.until(TIME, () -> "all runs have settled, left " + settling(), () -> settling() == 0);
      comparison.compare(app, workspace.id(), flows, reasons);
    }

    private void identify(int shop) {
      Map<String, String> own = new TreeMap<>();
      for (int i = 0; i < RandomDefinitions.CONDITIONS; i++) {
        own.put("c" + i, random.nextBoolean() ? "yes" : "no");
      }
      boolean hasAddress = random.nextInt(4) > 0;
      Response response =
          app.api()
              .post(
                  "/v1/identify",
                  "{\"myplatformDomain\":\"s%d.example.com\",%s\"customFields\":{%s}}"
                      .formatted(
                          shop,
                          hasAddress ? "\"email\":\"s%d@acme.example\",".formatted(shop) : "",
                          own.entrySet().stream()
                              .map(e -> "\"%s\":\"%s\"".formatted(e.getKey(), e.getValue()))
                              .collect(Collectors.joining(","))));
      assertEquals(200, response.status(), response::body);
      comparison.add("s" + shop + ".example.com", own, hasAddress);
    }

    private String batch(int request) {
      List<String> events = new ArrayList<>();
      Instant base = Instant.now().minusSeconds(60);
      for (int i = 0; i < BATCH; i++) {
        int name = random.nextInt(CAUSES) == 0 ? 0 : random.nextInt(1, RandomDefinitions.NAMES);
        events.add(
            """
            {"eventName":"e%d","eventId":"%d-%d","customerId":"s%d.example.com","timestamp":"%s",
             "properties":{%s"n":%d}}
            """
                .formatted(
                    name,
                    request,
                    i,
                    random.nextInt(SHOPS),
                    base.plusMillis(i),
                    random.nextInt(8) == 0 ? "" : "\"k\":%d,".formatted(random.nextInt(30)),
                    random.nextInt(10)));
      }
      return "{\"events\":[" + String.join(",", events) + "]}";
    }

    /** Until it is stored: an event id counts once. */
    private void post(String batch) {
      Poll.until(TIME, () -> "the events are stored", () -> isStored(batch));
    }

    private boolean isStored(String batch) {
      try {
        Response response = app.api().post("/v1/usage_events", batch);
        assertTrue(response.status() == 200 || response.status() >= 500, response::body);
        return response.status() == 200;
      } catch (UncheckedIOException e) {
        return false;
      }
    }

    private void kill() {
      if (kills++ % 3 == 1) {
        // A process exits if PostgreSQL is down while it starts.
        processes.awaitReady();
        processes.killPostgres();
      } else {
        int victim = random.nextInt(3);
        processes.kill(victim);
        processes.startAgain(victim);
      }
    }

    private long settling() {
      return processes.sql().number(SETTLING, Long.parseLong(workspace.id()));
    }
  }
}
