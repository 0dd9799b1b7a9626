package dev.shopwire.app.cluster;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.ClusterCertificates;
import dev.shopwire.app.support.ClusterProcesses;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Tests nodes of a cluster that die, freeze and return, under a load of pushes. All tests share one
 * cluster, in an order in which each needs no more than the previous one left.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("long")
class ClusterIT {
  private static final int INGEST = 0;
  private static final int OTHER_INGEST = 1;
  private static final int ENRICHMENT = 2;
  private static final int OTHER_ENRICHMENT = 3;
  private static final int NODES = 4;

  /** The limit of docs/api/README.md, and a second for a machine that also builds. */
  private static final Duration RESPONSE_LIMIT = Duration.ofSeconds(3);

  /** The limit of docs/operators/cluster.md for a node that returns. */
  private static final Duration RETURN_LIMIT = Duration.ofSeconds(20);

  /**
   * The time of silence (cluster.unresponsive.seconds) and of replacing the leader, which may wait
   * five more seconds for another silent node.
   */
  private static final Duration EXCLUSION_LIMIT = Duration.ofSeconds(20);

  /** The time after which a node gives up that no other admits. */
  private static final Duration JOIN_LIMIT = Duration.ofSeconds(60);

  private static final Sql SQL = new Sql(Stores.shared().postgresUri());

  private static Tenants.App app;
  private static ClusterProcesses cluster;
  private static final Path STRANGERS = TemporaryFiles.directory("strangers");

  /** Configured like a node, but with a certificate of another authority. */
  private static ServiceProcess stranger;

  @BeforeAll
  static void start() {
    app = RunningService.shared().tenants().app();
    cluster = new ClusterProcesses(List.of("ingest", "ingest", "enrichment", "enrichment"));
    Map<String, String> strangersSettings =
        new TreeMap<>(new ClusterCertificates(STRANGERS).settings());
    strangersSettings.put("SHOPWIRE_VERTICLES", "ingest");
    stranger = cluster.launchAdditional(strangersSettings);
  }

  @AfterAll
  static void end() {
    stranger.kill();
    cluster.close();
    TemporaryFiles.delete(STRANGERS);
  }

  @Test
  @Order(1)
  void rolesInSeparateProcessesReachEachOther() {
    PushTraffic.Push push = traffic(INGEST).push();
    assertEquals(200, push.status());
    assertTrue(
        new Http(cluster.node(INGEST).managementUrl())
            .send("GET", "/health/ready", Map.of(), new byte[0])
            .body()
            .contains(" cluster members"));
  }

  @Test
  @Order(2)
  void frozenNodesAreExcludedAndReturn() {
    // The first in the list of members tends to be the leader, so the leader is frozen too.
    List<ServiceProcess> frozen = List.of(cluster.node(INGEST), cluster.node(OTHER_ENRICHMENT));
    try (PushTraffic traffic = traffic(OTHER_INGEST).start()) {
      traffic.awaitSuccesses();
      frozen.forEach(node -> Signals.freeze(node.process().pid()));
      long freeze = System.nanoTime();
      try {
        ClusterProcesses.awaitMembers(
            EXCLUSION_LIMIT,
            NODES - frozen.size(),
            List.of(cluster.node(OTHER_INGEST), cluster.node(ENRICHMENT)));
        long exclusion = millisSince(freeze);
        Duration failing = traffic.awaitSteady(EXCLUSION_LIMIT);
        print(
            traffic,
            "frozen: excluded after "
                + exclusion
                + " ms, pushes failed for "
                + failing.toMillis()
                + " ms");
      } finally {
        frozen.forEach(node -> Signals.thaw(node.process().pid()));
      }
      long thaw = System.nanoTime();
      awaitAllMembers();
      awaitBothEnrichments(INGEST);
      awaitBothEnrichments(OTHER_INGEST);
      print(traffic, "thawed: complete after " + millisSince(thaw) + " ms");
      assertTrue(millisSince(thaw) < RETURN_LIMIT.toMillis());
      traffic.awaitSteady(EXCLUSION_LIMIT);
      traffic.assertRefusedInTime(RESPONSE_LIMIT);
    }
  }

  /** Waits until each enrichment node has processed a push to {@code ingest}. */
  private void awaitBothEnrichments(int ingest) {
    PushTraffic traffic = traffic(ingest);
    for (int enrichment : List.of(ENRICHMENT, OTHER_ENRICHMENT)) {
      String start = SQL.text("select clock_timestamp()");
      Poll.until(
          RETURN_LIMIT,
          () -> "node " + enrichment + " processes a push to node " + ingest,
          () -> traffic.push().status() == 200 && hasWritten(enrichment, start));
    }
  }

  private static boolean hasWritten(int node, String since) {
    return SQL.number(
            """
            select count(*) from pg_stat_activity
            where application_name = ? and query like '%with push as%'
              and query_start > ?::timestamptz
            """,
            cluster.nodeName(node), since)
        > 0;
  }

  @Test
  @Order(3)
  void aProcessWithACertificateOfAnotherAuthorityDoesNotJoin() {
    Poll.until(JOIN_LIMIT, () -> stranger.output(), () -> !stranger.process().isAlive());
    assertEquals(1, stranger.process().exitValue());
    assertTrue(stranger.output().contains("could not become a member"), stranger::output);
    awaitAllMembers();
    assertEquals(200, traffic(INGEST).push().status());
  }

  @Test
  @Order(4)
  void pushesSurviveOneKilledNodeAndAreRefusedAtOnceWithoutAny() {
    try (PushTraffic traffic = traffic(INGEST).start()) {
      traffic.awaitSuccesses();
      cluster.node(OTHER_ENRICHMENT).kill();
      Duration failing = traffic.awaitSteady(EXCLUSION_LIMIT);
      print(traffic, "one of two killed: pushes failed for " + failing.toMillis() + " ms");

      cluster.node(ENRICHMENT).kill();
      Poll.until(EXCLUSION_LIMIT, traffic::toString, () -> traffic.lastStatus() == 503);
      assertEquals(200, event(cluster.node(INGEST)), "usage events need no other role");

      cluster.startAgain(ENRICHMENT);
      cluster.startAgain(OTHER_ENRICHMENT);
      long restart = System.nanoTime();
      Poll.until(RETURN_LIMIT, traffic::toString, () -> traffic.lastStatus() == 200);
      print(traffic, "all killed: first success " + millisSince(restart) + " ms after the restart");
      traffic.assertRefusedInTime(RESPONSE_LIMIT);
    }
    awaitAllMembers();
  }

  @Test
  @Order(5)
  void aNodeThatShutsDownCostsNoCall() {
    try (PushTraffic traffic = traffic(INGEST).start()) {
      traffic.awaitSuccesses();
      assertEquals(0, cluster.node(OTHER_ENRICHMENT).stop());
      traffic.awaitSteady(EXCLUSION_LIMIT);
      assertEquals(0, traffic.failed(), traffic::toString);
    }
  }

  private static PushTraffic traffic(int ingest) {
    return new PushTraffic(cluster.node(ingest).httpUrl(), app.key());
  }

  private static int event(ServiceProcess ingest) {
    return new Http(ingest.httpUrl())
        .send(
            "POST",
            "/v1/usage_events",
            Map.of("X-Api-Key", app.key(), "Content-Type", "application/json"),
            "{\"eventName\":\"a\",\"customerId\":\"shop.example.com\"}"
                .getBytes(StandardCharsets.UTF_8))
        .status();
  }

  private static void awaitAllMembers() {
    List<ServiceProcess> all = List.of(0, 1, 2, 3).stream().map(cluster::node).toList();
    all.forEach(ServiceProcess::awaitReady);
    ClusterProcesses.awaitMembers(RETURN_LIMIT, NODES, all);
  }

  private static long millisSince(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  private static void print(PushTraffic traffic, String what) {
    System.out.println("cluster: " + what + "; " + traffic);
  }
}
