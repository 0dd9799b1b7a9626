package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.ClusterProcesses;
import dev.shopwire.app.support.ConsoleUsers;
import dev.shopwire.app.support.PageBrowser;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Tenants;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Tests a console whose attribution role runs in another process, which dies and freezes. The tests
 * share one cluster, in an order in which each needs no more than the previous one left.
 */
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
@Tag("full")
class MergedPartsIT {
  private static final int CONSOLE = 0;
  private static final int ATTRIBUTION = 1;
  private static final int KILLS = RunSize.of("exportOutages.kills", 1, 20);
  private static final Duration LIMIT = Duration.ofSeconds(30);

  /** Two seconds, and more for a machine that also builds. */
  private static final Duration RESPONSE_LIMIT =
      Duration.ofMillis(RunSize.of("exportOutages.responseMillis", 5_000, 3_000));

  /** The rest of the file doesn't fit into the buffers of its connections. */
  private static final int MAX_READ = 6 << 20;

  private static ClusterProcesses cluster;
  private static SchemaCheckedHttp console;
  private static LargeList list;

  @BeforeAll
  static void start() {
    list = LargeList.create(RunningService.shared().tenants(), RunningService.shared().sql());
    cluster =
        new ClusterProcesses(
            List.of(
                "ingest,analytics,enrichment,automation,sources,webhook,console", "attribution"));
    ServiceProcess process = cluster.node(CONSOLE);
    console =
        new Tenants(process.consoleUrl(), process.httpUrl(), RunningService.ADMIN_TOKEN).console();
  }

  @AfterAll
  static void end() {
    cluster.close();
  }

  private static JsonNode get(String path) {
    long start = System.nanoTime();
    Response response = console.get(path);
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertEquals(200, response.status(), response::body);
    assertTrue(took.compareTo(RESPONSE_LIMIT) < 0, () -> "took " + took);
    return response.json();
  }

  private static JsonNode system() {
    return get("/console/api/system");
  }

  private static void awaitAllRoles() {
    Poll.until(LIMIT, () -> "all roles respond", () -> system().path("missing").isEmpty());
  }

  @Test
  @Order(1)
  void allProcessesAndStoresAreShown() {
    awaitAllRoles();
    JsonNode system = system();
    assertEquals(2, system.path("nodes").size(), system::toString);
    for (JsonNode node : system.path("nodes")) {
      assertTrue(node.path("heapUsedBytes").asLong() > 0, system::toString);
      assertTrue(node.path("heapMaxBytes").asLong() >= node.path("heapUsedBytes").asLong());
      assertFalse(node.path("version").asText().isEmpty());
    }
    assertTrue(system.at("/stores/0/ok").asBoolean(), system::toString);
    assertEquals("postgres", system.at("/stores/0/name").asText());
    assertEquals("redis", system.at("/stores/1/name").asText());
    assertTrue(system.at("/stores/1/version").asText().matches("\\d+\\..*"), system::toString);
  }

  /** One role's process, then the console's, and so on; at any moment, in both formats. */
  @Test
  @Order(2)
  void aFileWhoseProcessIsKilledIsNeverWellFormed() throws IOException {
    Random random = new Random(18);
    for (int kill = 0; kill < KILLS; kill++) {
      int killed = kill % 2 == 0 ? ATTRIBUTION : CONSOLE;
      boolean isCsv = kill % 4 > 1;
      try (FileDownload file =
          new FileDownload(
              cluster.node(CONSOLE).consoleUrl(), list.path(isCsv ? "csv" : "ndjson"))) {
        assertEquals(200, file.status());
        assertEquals(list.rows(), file.totalCount());
        int read = kill == 0 ? 0 : random.nextInt(MAX_READ);
        do {
          assertTrue(file.readChunk());
        } while (file.bytes() < read);
        cluster.node(killed).kill();
        FileDownload.Result result = file.readRest();
        assertFalse(result.complete());
        assertTrue(result.body().lines().count() < list.rows());
      }
      cluster.startAgain(killed);
      cluster.node(killed).awaitReady();
      awaitAllRoles();
    }
  }

  @Test
  @Order(3)
  void whatAFrozenProcessKnowsIsNamedAndTheRestIsShown() {
    String customer =
        customerOf(
            RunningService.shared()
                .tenants()
                .key(list.app().workspaceId(), list.app().appId(), "{}"));
    get("/console/api/workspaces/" + list.app().workspaceId() + "/overview");
    get("/console/api/customers/" + customer + "/timeline");
    Signals.freeze(cluster.node(ATTRIBUTION).process().pid());
    try {
      JsonNode system = system();
      assertEquals("[\"attribution\"]", system.path("missing").toString());
      assertTrue(
          system.path("nodes").findValues("version").stream().anyMatch(JsonNode::isNull),
          system::toString);
      JsonNode overview = get("/console/api/workspaces/" + list.app().workspaceId() + "/overview");
      assertEquals("[\"attribution\"]", overview.path("missing").toString());
      assertTrue(overview.at("/overview/figures/attributions").isNull());
      assertEquals(1, overview.at("/overview/figures/events/value").asInt());
      JsonNode timeline = get("/console/api/customers/" + customer + "/timeline");
      assertEquals("[\"attribution\"]", timeline.path("missing").toString());
      assertEquals("usage_event", timeline.at("/timeline/0/type").asText());
      assertPagesHaveTheRest(customer);
      assertPagesSayWhatIsUnavailable();
    } finally {
      Signals.thaw(cluster.node(ATTRIBUTION).process().pid());
    }
  }

  private static void assertPagesHaveTheRest(String customer) {
    ConsoleUsers.User user =
        new ConsoleUsers(RunningService.shared().sql()).add(list.app().workspaceId(), "admin");
    PageBrowser page = new PageBrowser(cluster.node(CONSOLE).consoleUrl()).signedIn(user);
    assertEquals("Overview", page.heading());
    assertEquals("Attributions", page.page().select("section.region h2").text());
    assertEquals("1", page.page().expectFirst("#figure-events ~ p data").attr("value"));
    String path = "/console/w/" + list.app().workspaceId() + "/customers/" + customer;
    page.open(path);
    assertEquals(200, page.status());
    assertEquals("usage_event", page.rows("Activity").get(0).get(1));
    assertTrue(
        page.page().select("section.region h2").eachText().stream()
            .anyMatch(heading -> heading.contains("attribution")),
        () -> page.page().select("main").text());
    page.open(path + "/attribution");
    assertEquals(200, page.status());
    assertEquals(
        List.of("Timeline", "Correct credit"), page.page().select("section.region h2").eachText());
  }

  /** Pages lose what the frozen role provides, and show the rest. */
  private static void assertPagesSayWhatIsUnavailable() {
    ConsoleUsers.User user = new ConsoleUsers(RunningService.shared().sql()).add(true);
    PageBrowser page = new PageBrowser(cluster.node(CONSOLE).consoleUrl()).signedIn(user);
    String workspace = "/console/w/" + list.app().workspaceId();
    String app = workspace + "/settings/apps/" + list.app().appId();
    for (String path :
        List.of(
            workspace + "/affiliates",
            workspace + "/affiliates/credits",
            workspace + "/affiliates/log",
            app)) {
      assertEquals(200, page.open(path).status(), path);
      assertTrue(page.page().select("main .region").text().contains("attribution"), path);
    }
    assertFalse(page.rows("API keys").isEmpty());
    page.open("/console/system");
    assertTrue(page.page().select("#missing").text().contains("attribution"));
  }

  /** Stores an event and returns its customer's id. */
  private static String customerOf(Tenants.App app) {
    String shop = "merged.platform.example";
    Response stored =
        app.api()
            .post("/v1/usage_events", "{\"eventName\":\"opened\",\"customerId\":\"" + shop + "\"}");
    assertEquals(200, stored.status(), stored::body);
    return app.api()
        .send("GET", "/v1/customer?id=" + shop, Map.of(), new byte[0])
        .json()
        .at("/customer/id")
        .asText();
  }
}
