package dev.shopwire.app.segments.tracking;

import static dev.shopwire.app.segments.SegmentWorkspace.json;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.segments.SegmentWorkspace;
import dev.shopwire.app.support.OwnProcesses;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.RunSize;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/**
 * Tests that every change of membership is reported once and in order, and that members are right
 * in the end, while pushes of all kinds are made, two processes and PostgreSQL are killed by kill
 * -9 and Redis is emptied every second.
 */
class TrackingCrashIT {
  private static final int PUSHES = RunSize.of("trackingCrash.pushes", 500, 100_000);
  private static final int SHOPS = RunSize.of("trackingCrash.shops", 60, 1_000);
  private static final int KILLS = RunSize.of("trackingCrash.kills", 2, 20);
  private static final int POSTGRES_KILLS = RunSize.of("trackingCrash.postgresKills", 1, 3);
  private static final int CLIENTS = 8;
  private static final long MAX_KILL_DELAY_MILLIS = 300;
  private static final Duration EMPTY_REDIS_INTERVAL = Duration.ofSeconds(1);
  private static final Duration TIME = Duration.ofSeconds(60 + PUSHES / 100);
  private static final String PATH = "/all";
  private static final String ROLES =
      "ingest,analytics,enrichment,attribution,automation,sources,webhook,console";

  private final long seed = Long.getLong("shopwire.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final AtomicBoolean isDone = new AtomicBoolean();
  private final List<PushedShop> shops =
      IntStream.range(0, SHOPS).mapToObj(number -> new PushedShop(number, seed)).toList();

  @Test
  void everyChangeIsToldOnceAndMembersAreRightInTheEnd() throws Exception {
    try (OwnProcesses processes = new OwnProcesses("tracking", ROLES, ROLES);
        Receiver receiver = new Receiver()) {
      SegmentWorkspace workspace = new SegmentWorkspace(processes.tenants(0));
      String app = workspace.slug(workspace.app());
      TrackingRows rows =
          new TrackingRows(processes.sql(), Long.parseLong(workspace.app().workspaceId()));
      PushTraffic traffic =
          new PushTraffic(processes, workspace.app(), app, shops, PUSHES, CLIENTS);
      traffic.identifyAll();
      createAffiliate(workspace);
      WebhookEndpoint endpoint =
          WebhookEndpoint.make(
              processes.tenants(0), workspace.app().workspaceId(), receiver.url(PATH), "");
      endpoint.change("{\"topics\":[\"segments/entered\",\"segments/exited\"]}");
      CrashSegments segments = new CrashSegments(workspace);
      pushAndKill(processes, traffic);
      long endNanos = System.nanoTime();
      segments.awaitRight(shops);
      rows.awaitQuiet(TIME);
      segments.verify();
      rows.assertConsistent();
      rows.assertOneMessageEach();
      int received = awaitReceived(rows, receiver);
      System.out.printf(
          "%d pushes, %d repeated, %d kills, %d of PostgreSQL: %d transitions, %d requests,"
              + " all right %d ms after the last push; seed %d%n",
          PUSHES,
          traffic.repeated(),
          KILLS,
          POSTGRES_KILLS,
          rows.transitionKeys().size(),
          received,
          (System.nanoTime() - endNanos) / 1_000_000,
          seed);
    }
  }

  private static void createAffiliate(SegmentWorkspace workspace) {
    JsonNode affiliate = json("{\"name\":\"Jane\",\"codes\":[\"JANE10\"]}");
    String path = "/workspaces/" + workspace.app().workspaceId() + "/affiliates";
    assertEquals(200, workspace.post(path, affiliate).status());
  }

  private void pushAndKill(OwnProcesses processes, PushTraffic traffic) throws Exception {
    ExecutorService threads = Executors.newCachedThreadPool();
    try {
      Future<?> emptying = threads.submit(() -> emptyRedis(processes));
      List<Future<?>> clients = new ArrayList<>();
      for (int client = 0; client < CLIENTS; client++) {
        int number = client;
        clients.add(threads.submit(() -> traffic.run(number)));
      }
      killAll(processes, traffic);
      for (Future<?> client : clients) {
        client.get();
      }
      isDone.set(true);
      emptying.get();
    } finally {
      isDone.set(true);
      threads.shutdownNow();
    }
  }

  /** Kills processes in turn, and PostgreSQL at even distances between. */
  private void killAll(OwnProcesses processes, PushTraffic traffic) {
    int rounds = KILLS + POSTGRES_KILLS;
    int turn = 0;
    for (int round = 0; round < rounds; round++) {
      int from = (round + 1) * PUSHES / (rounds + 2);
      Poll.until(
          TIME, () -> "push " + from + ", made " + traffic.made(), () -> traffic.made() >= from);
      LockSupport.parkNanos(Duration.ofMillis(random.nextLong(MAX_KILL_DELAY_MILLIS)).toNanos());
      processes.awaitReady();
      if ((round + 1) * POSTGRES_KILLS / rounds > round * POSTGRES_KILLS / rounds) {
        processes.killPostgres();
      } else {
        int number = turn++ % processes.all().size();
        processes.kill(number);
        processes.startAgain(number);
      }
    }
    processes.awaitReady();
  }

  private void emptyRedis(OwnProcesses processes) {
    while (!isDone.get()) {
      processes.emptyRedis();
      LockSupport.parkNanos(EMPTY_REDIS_INTERVAL.toNanos());
    }
  }

  /** By segment, customer and version; a message that is sent again has the same id. */
  private Map<String, String> webhookIds(Receiver receiver) {
    Map<String, String> ids = new HashMap<>();
    for (Received received : receiver.received(PATH)) {
      JsonNode body = received.json();
      String transition =
          body.at("/segment/id").asText()
              + "/"
              + body.at("/customer/id").asText()
              + "/"
              + body.at("/transition/version").asText();
      String earlier = ids.put(transition, received.webhookId());
      assertTrue(
          earlier == null || earlier.equals(received.webhookId()),
          () -> transition + " is reported twice, seed " + seed);
    }
    return ids;
  }

  /** Waits, since time keeps changing members and their messages follow. */
  private int awaitReceived(TrackingRows rows, Receiver receiver) {
    Set<String> different = new TreeSet<>();
    Poll.until(
        TIME,
        () -> "received without a transition, or not received: " + different + ", seed " + seed,
        () -> {
          Set<String> received = webhookIds(receiver).keySet();
          Set<String> transitions = new TreeSet<>(rows.transitionKeys());
          different.clear();
          different.addAll(transitions);
          different.removeAll(received);
          received.removeAll(transitions);
          different.addAll(received);
          return different.isEmpty();
        });
    return receiver.received(PATH).size();
  }
}
