package dev.shopwire.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ClusterProcesses;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.testing.ClusterRoles;
import dev.shopwire.testing.EventStream;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.RetryingClients;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.Tenants;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.concurrent.locks.LockSupport;
import java.util.function.BooleanSupplier;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests a cluster that receives the real stream, pushes and referral codes and delivers webhooks
 * while its nodes are killed by kill -9 or frozen for a while: nothing is lost or duplicated, and
 * each time the cluster recovers soon after the node is back. The long run replays the complete
 * stream.
 */
@Tag("long")
class ClusterChaosIT {
  private static final int FAULTS = RunSize.of("clusterChaos.faults", 2, 50);
  private static final int EVENTS =
      RunSize.of("clusterChaos.posts", FAULTS * 4_000, FAULTS * 4_000);
  private static final List<String> ROLES = ClusterRoles.OF_TESTS;
  private static final int CONSOLE = ROLES.indexOf("console");
  private static final int CLIENTS = 4;
  private static final long MAX_FAULT_DELAY_MILLIS = 400;

  /**
   * Freezes are both shorter and longer than the time after which the others exclude a silent node.
   */
  private static final long MAX_FREEZE_MILLIS = 12_000;

  private static final long RECOVERY_MILLIS = 20_000;
  private static final Duration TIMEOUT = Duration.ofSeconds(90);
  private static final Pattern ID = Pattern.compile("\"eventId\":\"([^\"]+)\"");

  private static final Sql SQL = new Sql(Stores.shared().postgresUri());

  private final long seed = Long.getLong("shopwire.seed", new Random().nextLong());
  private final Random random = new Random(seed);
  private final List<String> recoveries = new ArrayList<>();
  private final AtomicLong probes = new AtomicLong();

  @Test
  void nothingIsLostAndTheClusterRecoversSoon() {
    try (ClusterProcesses nodes = new ClusterProcesses(ROLES);
        Receiver receiver = new Receiver()) {
      Tenants tenants =
          new Tenants(
              nodes.node(CONSOLE).consoleUrl(),
              nodes.node(0).httpUrl(),
              RunningService.ADMIN_TOKEN);
      Tenants.App app = tenants.app();
      WebhookEndpoint.make(tenants, app.workspaceId(), receiver.url("/"), "");
      createAffiliate(tenants, app);
      ClusterTraffic traffic = new ClusterTraffic(nodes, app);
      List<String> lines = new ArrayList<>(EventStream.lines());
      Collections.shuffle(lines, random);
      List<String> stream = lines.subList(0, Math.min(EVENTS, lines.size()));
      AtomicBoolean isDone = new AtomicBoolean();
      CompletableFuture<Void> calls =
          CompletableFuture.runAsync(
              () -> {
                while (!isDone.get()) {
                  traffic.step();
                }
              });
      try {
        replay(nodes, app, traffic, receiver, EventStream.batches(stream));
      } finally {
        isDone.set(true);
      }
      calls.join();
      assertStoredAndDelivered(app, receiver, ids(stream));
      traffic.assertStored();
      System.out.printf(
          "%d faults of a cluster of six, %d events, %d identifies and codes, none lost;"
              + " recovered after %s, seed %d%n",
          FAULTS, stream.size(), traffic.steps(), recoveries, seed);
    }
  }

  private static void createAffiliate(Tenants tenants, Tenants.App app) {
    Response response =
        tenants
            .console()
            .post(
                "/console/api/workspaces/" + app.workspaceId() + "/affiliates",
                "{\"name\":\"Jane\",\"codes\":[\"JANE10\"]}");
    assertEquals(200, response.status(), response::body);
  }

  private void replay(
      ClusterProcesses nodes,
      Tenants.App app,
      ClusterTraffic traffic,
      Receiver receiver,
      List<String> bodies) {
    AtomicLong turn = new AtomicLong();
    RetryingClients replay =
        new RetryingClients(
            () -> new Http(nodes.node((int) (turn.getAndIncrement() % 2)).httpUrl()), app.key());
    for (int fault = 0; fault <= FAULTS; fault++) {
      List<String> part =
          bodies.subList(
              fault * bodies.size() / (FAULTS + 1), (fault + 1) * bodies.size() / (FAULTS + 1));
      CompletableFuture<Void> replaying =
          CompletableFuture.runAsync(() -> replay.run(part, CLIENTS));
      LockSupport.parkNanos(Duration.ofMillis(random.nextLong(MAX_FAULT_DELAY_MILLIS)).toNanos());
      if (fault < FAULTS) {
        injectFault(nodes, fault % 2 == 0);
        awaitRecovery(nodes, traffic, receiver);
      }
      replaying.join();
    }
  }

  private void injectFault(ClusterProcesses nodes, boolean kill) {
    int node = random.nextInt(ROLES.size());
    String roles = ROLES.get(node);
    if (kill) {
      nodes.node(node).kill();
      nodes.startAgain(node);
      recoveries.add(roles + " killed");
    } else {
      long frozenMillis = random.nextLong(MAX_FREEZE_MILLIS);
      Signals.freeze(nodes.node(node).process().pid());
      LockSupport.parkNanos(Duration.ofMillis(frozenMillis).toNanos());
      Signals.thaw(nodes.node(node).process().pid());
      recoveries.add(roles + " frozen for " + frozenMillis + " ms");
    }
  }

  /** Waits until requests to each of the processes succeed. */
  private void awaitRecovery(ClusterProcesses nodes, ClusterTraffic traffic, Receiver receiver) {
    long start = System.nanoTime();
    for (String url : List.of(nodes.node(0).httpUrl(), nodes.node(1).httpUrl())) {
      String event = "probe-" + probes.incrementAndGet();
      await(
          "usage events at " + url, () -> traffic.succeeds(url, "/v1/usage_events", probe(event)));
      await(
          "identify at " + url,
          () ->
              traffic.succeeds(
                  url, "/v1/identify", "{\"myplatformDomain\":\"probe.example.com\"}"));
      await(
          "attribution at " + url,
          () -> traffic.succeeds(url, "/v1/attribution", traffic.code("probe.example.com")));
      await(
          "the webhook of " + event,
          () ->
              receiver.received("/").stream().anyMatch(webhook -> webhook.eventId().equals(event)));
    }
    await("the console", () -> areAllRolesReady(nodes));
    long millis = (System.nanoTime() - start) / 1_000_000;
    int last = recoveries.size() - 1;
    recoveries.set(last, recoveries.get(last) + ": " + millis + " ms");
    assertTrue(millis <= RECOVERY_MILLIS, () -> recoveries + ", seed " + seed);
  }

  private void await(String what, BooleanSupplier condition) {
    Poll.until(TIMEOUT, () -> what + " after " + recoveries + ", seed " + seed, condition);
  }

  private static String probe(String event) {
    return "{\"eventName\":\"probe\",\"customerId\":\"probe.example.com\",\"eventId\":\""
        + event
        + "\"}";
  }

  private static boolean areAllRolesReady(ClusterProcesses nodes) {
    try {
      Response response =
          new Http(nodes.node(CONSOLE).consoleUrl())
              .send(
                  "GET",
                  "/console/api/status",
                  Map.of("Authorization", "Bearer " + RunningService.ADMIN_TOKEN),
                  new byte[0]);
      return response.status() == 200
          && response.json().path("roles").findValues("ready").stream()
              .allMatch(ready -> ready.asBoolean());
    } catch (UncheckedIOException e) {
      return false;
    }
  }

  private static Set<String> ids(List<String> lines) {
    return lines.stream()
        .map(
            line -> {
              var matcher = ID.matcher(line);
              return matcher.find() ? matcher.group(1) : "";
            })
        .collect(Collectors.toSet());
  }

  private void assertStoredAndDelivered(Tenants.App app, Receiver receiver, Set<String> ids) {
    assertEquals(ids.size() + probes.get(), SQL.events(app.appId()), () -> "stored, seed " + seed);
    long workspace = Long.parseLong(app.workspaceId());
    Set<String> arrived = new HashSet<>();
    Poll.until(
        TIMEOUT,
        () -> arrived.size() + " of " + ids.size() + " arrived, seed " + seed,
        () -> {
          arrived.clear();
          receiver.received("/").stream().map(Received::eventId).forEach(arrived::add);
          return arrived.containsAll(ids)
              && SQL.number("select count(*) from webhook_due where workspace_id = ?", workspace)
                  == 0;
        });
  }
}
