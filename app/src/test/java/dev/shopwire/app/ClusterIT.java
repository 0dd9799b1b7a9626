package dev.shopwire.app;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

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
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Nodes of a cluster that die, freeze and come back, under a flow of pushes. One cluster for all
 * tests: each leaves it whole.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class ClusterIT {
  private static final int INGEST = 0;
  private static final int OTHER_INGEST = 1;
  private static final int ENRICHMENT = 2;
  private static final int OTHER_ENRICHMENT = 3;
  private static final int NODES = 4;

  /** What contract §3 gives a caller. */
  private static final Duration PROMPT = Duration.ofSeconds(2);

  /** What contract §9 gives a node that comes back. */
  private static final Duration BACK = Duration.ofSeconds(20);

  /** The members' limit of silence (cluster.away.seconds), and its round. */
  private static final Duration AWAY = Duration.ofSeconds(8);

  private static final Sql SQL = new Sql(Stores.shared().postgresUri());

  private static Tenants.App app;
  private static ClusterProcesses cluster;

  @BeforeAll
  static void start() {
    app = RunningService.shared().tenants().app();
    cluster = new ClusterProcesses(List.of("ingest", "ingest", "enrichment", "enrichment"));
  }

  @AfterAll
  static void end() {
    cluster.close();
  }

  @Test
  @Order(1)
  void rolesInProcessesOfTheirOwnAnswerEachOther() {
    PushFlow.Push push = flow(INGEST).push();
    assertEquals(200, push.status());
    assertTrue(
        new Http(cluster.node(INGEST).managementUrl())
            .send("GET", "/health/ready", Map.of(), new byte[0])
            .body()
            .contains("4 cluster members"));
  }

  @Test
  @Order(2)
  void ofTwoThatDoTheSameOneMayDie() {
    try (PushFlow flow = flow(INGEST).start()) {
      flow.awaitGood();
      cluster.node(OTHER_ENRICHMENT).kill();
      Duration failing = flow.awaitSteady(AWAY);
      said("one of two enrichments killed: pushes fail for " + failing.toMillis() + " ms", flow);
      flow.assertPromptAndHonest(PROMPT);
    }
    comesBack(OTHER_ENRICHMENT);
  }

  @Test
  @Order(3)
  void withoutARoleItsCallersAreToldAtOnceAndOthersAreNot() {
    cluster.node(OTHER_ENRICHMENT).kill();
    try (PushFlow flow = flow(INGEST).start()) {
      Poll.until(AWAY, flow::toString, () -> flow.lastGood(10));
      cluster.node(ENRICHMENT).kill();
      Poll.until(AWAY, flow::toString, () -> flow.lastStatus() == 503);
      assertEquals(200, event(INGEST), "usage events need no other role");
      cluster.startAgain(ENRICHMENT);
      long restart = System.nanoTime();
      cluster.startAgain(OTHER_ENRICHMENT);
      Poll.until(BACK, flow::toString, () -> flow.lastStatus() == 200);
      said("enrichment killed: restart to first answer " + since(restart) + " ms", flow);
      flow.assertPromptAndHonest(PROMPT);
    }
    whole();
  }

  @Test
  @Order(4)
  void aFrozenEnrichmentIsPutOutAndComesBack() {
    freezeAndThaw(OTHER_ENRICHMENT);
  }

  @Test
  @Order(5)
  void aFrozenIngestIsPutOutAndComesBack() {
    // The first in the list of members tends to lead them.
    freezeAndThaw(INGEST);
  }

  private void freezeAndThaw(int node) {
    ServiceProcess frozen = cluster.node(node);
    try (PushFlow flow = flow(OTHER_INGEST).start()) {
      flow.awaitGood();
      Signals.freeze(frozen.process().pid());
      long freeze = System.nanoTime();
      try {
        ClusterProcesses.awaitMembers(AWAY, NODES - 1, others(frozen));
        long out = since(freeze);
        Duration failing = flow.awaitSteady(AWAY);
        said(
            "frozen: out after " + out + " ms, pushes fail for " + failing.toMillis() + " ms",
            flow);
      } finally {
        Signals.thaw(frozen.process().pid());
      }
      long thaw = System.nanoTime();
      whole();
      // Both enrichments have their share again, and all ingests reach them.
      bothAnswer(INGEST);
      bothAnswer(OTHER_INGEST);
      said("thawed: whole after " + since(thaw) + " ms", flow);
      flow.awaitSteady(AWAY);
      flow.assertPromptAndHonest(PROMPT);
    }
  }

  /** Each enrichment does some of the pushes that {@code ingest} takes. */
  private void bothAnswer(int ingest) {
    PushFlow flow = flow(ingest);
    for (int enrichment : List.of(ENRICHMENT, OTHER_ENRICHMENT)) {
      String before = SQL.text("select clock_timestamp()");
      Poll.until(
          BACK,
          () -> "node " + enrichment + " is asked by node " + ingest,
          () -> flow.push().status() == 200 && hasWritten(enrichment, before));
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
  @Order(6)
  void aNodeThatLeavesOrderlyCostsNoCall() {
    try (PushFlow flow = flow(INGEST).start()) {
      flow.awaitGood();
      assertEquals(0, cluster.node(OTHER_ENRICHMENT).stop());
      flow.awaitSteady(AWAY);
      assertEquals(0, flow.failed(), flow::toString);
    }
    comesBack(OTHER_ENRICHMENT);
  }

  @Test
  @Order(7)
  void whoHasACertificateOfAnotherAuthorityIsNotHeard() {
    Path directory = TemporaryFiles.directory("strangers");
    ServiceProcess stranger = null;
    try {
      Map<String, String> settings = new TreeMap<>(new BusCertificates(directory).settings());
      settings.put("SHOPWIRE_VERTICLES", "ingest");
      stranger = cluster.launchStranger(settings);
      stranger.awaitReady();
      PushFlow pushes = new PushFlow(stranger.httpUrl(), app.key());
      for (int i = 0; i < 4; i++) {
        assertEquals(503, pushes.push().status());
      }
    } finally {
      if (stranger != null) {
        stranger.kill();
      }
      TemporaryFiles.delete(directory);
    }
    whole();
  }

  private static PushFlow flow(int ingest) {
    return new PushFlow(cluster.node(ingest).httpUrl(), app.key());
  }

  private static int event(int ingest) {
    return new Http(cluster.node(ingest).httpUrl())
        .send(
            "POST",
            "/v1/usage_events",
            Map.of("X-Api-Key", app.key(), "Content-Type", "application/json"),
            "{\"eventName\":\"a\",\"customerId\":\"shop.example.com\"}"
                .getBytes(StandardCharsets.UTF_8))
        .status();
  }

  private static void comesBack(int node) {
    cluster.startAgain(node);
    whole();
  }

  private static void whole() {
    List<ServiceProcess> all = List.of(0, 1, 2, 3).stream().map(cluster::node).toList();
    all.forEach(ServiceProcess::awaitReady);
    ClusterProcesses.awaitMembers(BACK, NODES, all);
  }

  private static List<ServiceProcess> others(ServiceProcess one) {
    return List.of(0, 1, 2, 3).stream().map(cluster::node).filter(node -> node != one).toList();
  }

  private static long since(long nanos) {
    return (System.nanoTime() - nanos) / 1_000_000;
  }

  private static void said(String what, PushFlow flow) {
    System.out.println("cluster: " + what + "; " + flow);
  }
}
