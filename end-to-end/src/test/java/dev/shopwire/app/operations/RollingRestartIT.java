package dev.shopwire.app.operations;

import static org.junit.jupiter.api.Assertions.assertEquals;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.SteadyLoad;
import dev.shopwire.app.support.SteadyRequests;
import dev.shopwire.app.support.SteadyRequests.Kind;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Restarts each of several processes under load: clients that retry as documented notice nothing,
 * and everything is stored once. With {@code -Dshopwire.apart=true} the cluster runs one process
 * per role instead of two groups of roles.
 */
@Tag("long")
class RollingRestartIT {
  private static final int RATE = RunSize.of("rollingRestart.rate", 150, 2_000);
  private static final int ROUNDS = RunSize.of("rollingRestart.rounds", 1, 3);
  private static final Duration TIMEOUT = Duration.ofMinutes(2);

  /** Shares of 40 requests; expensive kinds are rare, as with real backends. */
  private static final Map<Kind, Integer> SHARES =
      Map.of(
          Kind.QUIET, 24,
          Kind.EVENT, 2,
          Kind.BATCH, 1,
          Kind.IDENTIFY, 6,
          Kind.STAFF, 1,
          Kind.ATTRIBUTION, 1,
          Kind.CUSTOMER, 3,
          Kind.CONSOLE, 2);

  /** The roles of the processes of the cluster; each group runs twice. */
  private static final List<String> ROLE_GROUPS =
      Boolean.getBoolean("shopwire.apart")
          ? List.of(
              "ingest",
              "console",
              "enrichment",
              "analytics,attribution",
              "automation,sources,webhook")
          : List.of(
              "ingest,console", "analytics,enrichment,attribution,automation,sources,webhook");

  private final Sql sql = new Sql(Stores.shared().postgresUri());

  @Test
  void processesOfAllRolesAreRestartedInTurn() {
    restartInTurn(ProcessGroup.ofAllRoles(2));
  }

  @Test
  void processesOfSeparateRolesAreRestartedInTurn() {
    List<String> roles = new ArrayList<>(ROLE_GROUPS);
    roles.addAll(ROLE_GROUPS);
    restartInTurn(ProcessGroup.ofRoles(roles));
  }

  private void restartInTurn(ProcessGroup processes) {
    try (processes;
        LoadBalancer api = new LoadBalancer(ServiceProcess::httpUrl);
        LoadBalancer console = new LoadBalancer(ServiceProcess::consoleUrl);
        Receiver receiver = new Receiver()) {
      for (int node = 0; node < processes.size(); node++) {
        add(processes, node, api, console);
      }
      Poll.until(
          TIMEOUT,
          () -> "the API is reachable",
          () -> new Http(api.url()).isUp("/v1/openapi.json"));
      Poll.until(
          TIMEOUT,
          () -> "the console is reachable",
          () -> new Http(console.url()).isUp("/console/api/openapi.json"));
      Tenants tenants = new Tenants(console.url(), api.url(), RunningService.ADMIN_TOKEN);
      Tenants.App app = tenants.app();
      prepare(tenants, app, receiver);
      SteadyRequests requests = SteadyRequests.of(app.workspaceId(), app.key(), slug(app), kinds());
      try (SteadyLoad load = new SteadyLoad(api.url(), console.url(), requests, RATE, true)) {
        awaitMore(load);
        for (int turn = 0; turn < ROUNDS * processes.size(); turn++) {
          int node = turn % processes.size();
          ServiceProcess stopping = processes.node(node);
          assertEquals(0, stopping.stop(), stopping::output);
          api.remove(stopping);
          console.remove(stopping);
          processes.startAgain(node);
          processes.node(node).awaitReady();
          add(processes, node, api, console);
          awaitMore(load);
        }
        load.finish();
        System.out.println("RollingRestartIT: " + load.summary());
        assertEquals(List.of(), List.copyOf(load.failures()), load::summary);
      }
      assertStoredOnce(app, requests);
      awaitWebhooks(receiver, requests.count(Kind.EVENT));
    }
  }

  /** The kinds by their shares, mixed in the same way each time. */
  private static List<Kind> kinds() {
    List<Kind> kinds = new ArrayList<>();
    SHARES.forEach((kind, share) -> kinds.addAll(Collections.nCopies(share, kind)));
    Collections.sort(kinds);
    Collections.shuffle(kinds, new Random(1));
    return kinds;
  }

  private static void add(
      ProcessGroup processes, int node, LoadBalancer api, LoadBalancer console) {
    if (processes.roles(node).contains("ingest")) {
      api.add(processes.node(node));
    }
    if (processes.roles(node).contains("console")) {
      console.add(processes.node(node));
    }
  }

  private String slug(Tenants.App app) {
    return sql.text("select slug from apps where id = ?", Long.parseLong(app.appId()));
  }

  private static void prepare(Tenants tenants, Tenants.App app, Receiver receiver) {
    String workspace = "/console/api/workspaces/" + app.workspaceId();
    // On a busy machine processes that have just started may be too slow for some requests.
    Poll.until(
        TIMEOUT,
        () -> "an affiliate is created",
        () ->
            tenants
                    .console()
                    .post(
                        workspace + "/affiliates",
                        "{\"name\":\"Jane\",\"codes\":[\"" + SteadyRequests.CODE + "\"]}")
                    .status()
                != 503);
    for (int i = 0; i < 4; i++) {
      Poll.until(
          TIMEOUT,
          () -> "the webhook role responds",
          () -> tenants.console().get(workspace + "/webhook-endpoints").status() == 200);
    }
    WebhookEndpoint.make(
        tenants,
        app.workspaceId(),
        receiver.url("/told"),
        ",\"filter\":{\"eventNames\":[\"told\"]}");
  }

  /** Waits for the requests of one more second. */
  private static void awaitMore(SteadyLoad load) {
    int before = load.succeeded().size();
    Poll.until(TIMEOUT, load::summary, () -> load.succeeded().size() >= before + RATE);
  }

  private void assertStoredOnce(Tenants.App app, SteadyRequests requests) {
    long id = Long.parseLong(app.appId());
    long workspace = Long.parseLong(app.workspaceId());
    assertEquals(
        requests.eventIds(),
        sql.text(
            "select string_agg(event_id, ',' order by event_id collate \"C\")"
                + " from usage_events where app_id = ?",
            id));
    assertEquals(
        requests.count(Kind.IDENTIFY),
        sql.number(
            "select count(*) from custom_field_values v join customers c"
                + " on c.workspace_id = v.workspace_id and c.id = v.customer_id"
                + " where v.workspace_id = ? and c.domain = 'i' || v.number_value || '.example.com'",
            workspace));
    assertEquals(
        2L * requests.count(Kind.STAFF),
        sql.number("select count(*) from contacts where workspace_id = ?", workspace));
    assertEquals(
        requests.count(Kind.ATTRIBUTION),
        sql.number(
            "select count(*) from attribution_credits where workspace_id = ?"
                + " and affiliate_id is not null",
            workspace));
  }

  /**
   * Each is delivered at least once: those in flight when a worker shuts down may arrive twice,
   * with the same id.
   */
  private void awaitWebhooks(Receiver receiver, int events) {
    Set<String> expected =
        IntStream.range(0, events).mapToObj(n -> "e-" + n).collect(Collectors.toSet());
    Poll.until(
        TIMEOUT,
        () -> events + " webhooks, received " + ids(receiver).size() + missing(expected, receiver),
        () -> ids(receiver).size() >= events);
    assertEquals(Collections.emptySet(), difference(expected, ids(receiver)));
  }

  /** The rows of a few webhooks that did not arrive. */
  private String missing(Set<String> expected, Receiver receiver) {
    String some =
        difference(expected, ids(receiver)).stream()
            .sorted()
            .limit(5)
            .collect(Collectors.joining("','", "('", "')"));
    return sql.text(
        """
        select string_agg(u.event_id || ' of ' || u.received_at || ': due ' || coalesce(d::text, 'no')
          || ', settled ' || coalesce(s::text, 'no'), '; ')
        from usage_events u
        join apps a on a.id = u.app_id
        left join webhook_messages m on m.workspace_id = a.workspace_id
          and m.subject = u.event_id
        left join webhook_due d on d.workspace_id = m.workspace_id and d.message_id = m.id
        left join webhook_deliveries s on s.workspace_id = m.workspace_id and s.message_id = m.id
        where u.event_id in\s"""
            + some);
  }

  private static Set<String> ids(Receiver receiver) {
    return receiver.received("/told").stream()
        .map(Received::eventId)
        .filter(id -> id.startsWith("e-"))
        .collect(Collectors.toSet());
  }

  private static Set<String> difference(Set<String> all, Set<String> present) {
    return all.stream().filter(id -> !present.contains(id)).collect(Collectors.toSet());
  }
}
