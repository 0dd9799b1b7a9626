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
 * Nodes of a cluster that die, freeze and come back, under a traffic of pushes. One cluster for all
 * tests, in an order in which each needs no more than what the one before it left.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("long")
class ClusterIT {
  private static final int INGEST = 0;
  private static final int OTHER_INGEST = 1;
  private static final int ENRICHMENT = 2;
  private static final int OTHER_ENRICHMENT = 3;
  private static final int NODES = 4;

  /** What docs/api/README.md gives a caller, and a second for a machine that also builds. */
  private static final Duration PROMPT = Duration.ofSeconds(3);

  /** What docs/operators/cluster.md gives a node that comes back. */
  private static final Duration BACK = Duration.ofSeconds(20);

  /**
   * Of silence (cluster.away.seconds), and of the leader's succession: it may wait five seconds
   * more for another one that is silent too.
   */
  private static final Duration AWAY = Duration.ofSeconds(20);

  /** After which a node gives up that no other lets in. */
  private static final Duration JOINING = Duration.ofSeconds(60);

  private static final Sql SQL = new Sql(Stores.shared().postgresUri());

  private static Tenants.App app;
  private static ClusterProcesses cluster;
  private static final Path STRANGERS = TemporaryFiles.directory("strangers");

  /** It has a certificate of another authority, and else all that a node has. */
  private static ServiceProcess stranger;

  @BeforeAll
  static void start() {
    app = RunningService.shared().tenants().app();
    cluster = new ClusterProcesses(List.of("ingest", "ingest", "enrichment", "enrichment"));
    Map<String, String> other = new TreeMap<>(new ClusterCertificates(STRANGERS).settings());
    other.put("SHOPWIRE_VERTICLES", "ingest");
    stranger = cluster.launchStranger(other);
  }

  @AfterAll
  static void end() {
    stranger.kill();
    cluster.close();
    TemporaryFiles.delete(STRANGERS);
  }

  @Test
  @Order(1)
  void rolesInProcessesOfTheirOwnAnswerEachOther() {
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
  void frozenNodesArePutOutAndComeBackWhole() {
    // The first in the list of members tends to lead them, so this costs them their leader too.
    List<ServiceProcess> frozen = List.of(cluster.node(INGEST), cluster.node(OTHER_ENRICHMENT));
    try (PushTraffic traffic = traffic(OTHER_INGEST).start()) {
      traffic.awaitGood();
      frozen.forEach(node -> Signals.freeze(node.process().pid()));
      long freeze = System.nanoTime();
      try {
        ClusterProcesses.awaitMembers(
            AWAY,
            NODES - frozen.size(),
            List.of(cluster.node(OTHER_INGEST), cluster.node(ENRICHMENT)));
        long out = since(freeze);
        Duration failing = traffic.awaitSteady(AWAY);
        said(
            traffic,
            "frozen: out after " + out + " ms, pushes fail for " + failing.toMillis() + " ms");
      } finally {
        frozen.forEach(node -> Signals.thaw(node.process().pid()));
      }
      long thaw = System.nanoTime();
      whole();
      bothAnswer(INGEST);
      bothAnswer(OTHER_INGEST);
      said(traffic, "thawed: whole after " + since(thaw) + " ms");
      assertTrue(since(thaw) < BACK.toMillis());
      traffic.awaitSteady(AWAY);
      traffic.assertPromptAndHonest(PROMPT);
    }
  }

  /** Each enrichment does some of the pushes that {@code ingest} takes. */
  private void bothAnswer(int ingest) {
    PushTraffic traffic = traffic(ingest);
    for (int enrichment : List.of(ENRICHMENT, OTHER_ENRICHMENT)) {
      String before = SQL.text("select clock_timestamp()");
      Poll.until(
          BACK,
          () -> "node " + enrichment + " is asked by node " + ingest,
          () -> traffic.push().status() == 200 && hasWritten(enrichment, before));
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
  void whoHasACertificateOfAnotherAuthorityIsNoMember() {
    Poll.until(JOINING, () -> stranger.output(), () -> !stranger.process().isAlive());
    assertEquals(1, stranger.process().exitValue());
    assertTrue(stranger.output().contains("could not become a member"), stranger::output);
    whole();
    assertEquals(200, traffic(INGEST).push().status());
  }

  @Test
  @Order(4)
  void killedNodesCostLittleWhileOneIsLeftAndAreToldOfAtOnceWhenNoneIs() {
    try (PushTraffic traffic = traffic(INGEST).start()) {
      traffic.awaitGood();
      cluster.node(OTHER_ENRICHMENT).kill();
      Duration failing = traffic.awaitSteady(AWAY);
      said(traffic, "one of two killed: pushes fail for " + failing.toMillis() + " ms");

      cluster.node(ENRICHMENT).kill();
      Poll.until(AWAY, traffic::toString, () -> traffic.lastStatus() == 503);
      assertEquals(200, event(cluster.node(INGEST)), "usage events need no other role");

      cluster.startAgain(ENRICHMENT);
      cluster.startAgain(OTHER_ENRICHMENT);
      long restart = System.nanoTime();
      Poll.until(BACK, traffic::toString, () -> traffic.lastStatus() == 200);
      said(traffic, "all killed: first answer " + since(restart) + " ms after the restart");
      traffic.assertPromptAndHonest(PROMPT);
    }
    whole();
  }

  @Test
  @Order(5)
  void aNodeThatLeavesInAnOrderlyWayCostsNoCall() {
    try (PushTraffic traffic = traffic(INGEST).start()) {
      traffic.awaitGood();
      assertEquals(0, cluster.node(OTHER_ENRICHMENT).stop());
      traffic.awaitSteady(AWAY);
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

  private static void whole() {
    List<ServiceProcess> all = List.of(0, 1, 2, 3).stream().map(cluster::node).toList();
    all.forEach(ServiceProcess::awaitReady);
    ClusterProcesses.awaitMembers(BACK, NODES, all);
  }

  private static long since(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  private static void said(PushTraffic traffic, String what) {
    System.out.println("cluster: " + what + "; " + traffic);
  }
}
