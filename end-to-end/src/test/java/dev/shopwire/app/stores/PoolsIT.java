package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.InstallRows;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicLong;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests that a process opens no more connections than it logs at startup. */
@Tag("full")
class PoolsIT {
  private static final Pattern LOGGED =
      Pattern.compile("PostgreSQL connections of this process: up to (\\d+) ");
  private static final String OPEN =
      "select count(*) from pg_stat_activity where application_name = 'pools'";

  /** The time in which a busy server notices that a connection was closed or abandoned. */
  private static final Duration CLOSING = Duration.ofSeconds(4);

  private static final int CALLS = 600;
  private static final int CLIENTS = 32;

  // Computed by hand, with one for exports of each role but ingest: management 1;
  // ingest 2 * (2 + 1) + 1; analytics 2 * 1 + 3 + 1 + 1 + 1; enrichment 2 * 2 + 1 (indexes) + 1;
  // attribution 2 * 2 + 1
  // (indexes) + 1; automation 2 + 1 + 2 + 3 (builds, drift checks) + 2 (mail) + 1 (campaigns) + 2
  // (flows) + 1; sources 1 + 1 + 1; webhook 2 + 2 + 1 (indexes) + 1; console 2 + 1.
  private static final int MAX_CONNECTIONS = 1 + 7 + 8 + 6 + 6 + 14 + 3 + 6 + 3;

  private static final Map<String, String> SETTINGS =
      Map.ofEntries(
          Map.entry("SHOPWIRE_INGEST_INSTANCES", "2"),
          Map.entry("SHOPWIRE_INGEST_CONNECTIONS", "2"),
          Map.entry("SHOPWIRE_ANALYTICS_INSTANCES", "2"),
          Map.entry("SHOPWIRE_READS_LOOKUPS", "3"),
          Map.entry("SHOPWIRE_READS_SCANS", "1"),
          Map.entry("SHOPWIRE_ROLLUPS_CONNECTIONS", "1"),
          Map.entry("SHOPWIRE_ENRICHMENT_INSTANCES", "2"),
          Map.entry("SHOPWIRE_ENRICHMENT_CONNECTIONS", "2"),
          Map.entry("SHOPWIRE_ATTRIBUTION_INSTANCES", "2"),
          Map.entry("SHOPWIRE_ATTRIBUTION_CONNECTIONS", "2"),
          Map.entry("SHOPWIRE_AUTOMATION_CONNECTIONS", "2"),
          Map.entry("SHOPWIRE_SEGMENTS_READS", "1"),
          Map.entry("SHOPWIRE_SEGMENTS_TRACKING_CONNECTIONS", "2"),
          Map.entry("SHOPWIRE_MAIL_CONNECTIONS", "2"),
          Map.entry("SHOPWIRE_AUTOMATION_FLOW_CONNECTIONS", "2"),
          Map.entry("SHOPWIRE_SOURCES_CONNECTIONS", "1"),
          Map.entry("SHOPWIRE_SOURCES_PULL_CONNECTIONS", "1"),
          Map.entry("SHOPWIRE_WEBHOOK_CALLS_CONNECTIONS", "2"),
          Map.entry("SHOPWIRE_WEBHOOK_CONNECTIONS", "2"),
          Map.entry("SHOPWIRE_CONSOLE_CONNECTIONS", "2"),
          Map.entry("SHOPWIRE_EXPORTS_CONNECTIONS", "1"),
          Map.entry(
              "SHOPWIRE_POSTGRES_URI", Stores.shared().postgresUri() + "?application_name=pools"));

  @Test
  void noMoreConnectionsAreOpenedThanLogged() throws Exception {
    Path directory = TemporaryFiles.directory("pools");
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong mostOpen = new AtomicLong();
    AtomicLong longestExcess = new AtomicLong();
    try (ServiceProcess service =
        ServiceProcess.start(directory, RunningService.onSharedStores(SETTINGS))) {
      Matcher logged = LOGGED.matcher(service.output());
      assertTrue(logged.find(), service::output);
      assertEquals(MAX_CONNECTIONS, Integer.parseInt(logged.group(1)), service::output);
      CompletableFuture<Void> monitor =
          CompletableFuture.runAsync(
              () -> {
                long withinLimit = System.nanoTime();
                while (!done.get()) {
                  long open = RunningService.shared().sql().number(OPEN);
                  mostOpen.accumulateAndGet(open, Math::max);
                  withinLimit = open <= MAX_CONNECTIONS ? System.nanoTime() : withinLimit;
                  longestExcess.accumulateAndGet(System.nanoTime() - withinLimit, Math::max);
                }
              });
      load(service);
      Poll.until(
          Duration.ofSeconds(10), () -> "connections were counted", () -> mostOpen.get() > 0);
      done.set(true);
      monitor.join();
    } finally {
      done.set(true);
      TemporaryFiles.delete(directory);
    }
    assertTrue(
        longestExcess.get() < CLOSING.toNanos(),
        () -> mostOpen + " were open for " + longestExcess + " ns");
    assertTrue(
        mostOpen.get() > MAX_CONNECTIONS / 2, () -> "no load: only " + mostOpen + " were open");
  }

  private static void load(ServiceProcess service) throws Exception {
    Tenants tenants =
        new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN);
    Tenants.App app = tenants.app();
    String slug = InstallRows.slug(RunningService.shared().sql(), app);
    List<Callable<Boolean>> calls = new ArrayList<>();
    IntStream.range(0, CALLS).forEach(n -> calls.add(() -> getsResponse(tenants, app, slug, n)));
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Boolean> results = ConcurrentCalls.call(threads, calls);
      assertTrue(results.contains(true), "no call got a response");
    } finally {
      threads.shutdownNow();
    }
  }

  /** On a busy machine some calls may time out, which does not matter here. */
  private static boolean getsResponse(Tenants tenants, Tenants.App app, String slug, int number) {
    try {
      Response response = call(tenants, app, slug, number);
      assertTrue(response.status() == 200 || response.status() == 503, response::body);
      return true;
    } catch (UncheckedIOException late) {
      return false;
    }
  }

  private static Response call(Tenants tenants, Tenants.App app, String slug, int number) {
    String shop = "\"myplatformDomain\":\"s%d.example.com\"".formatted(number);
    return switch (number % 6) {
      case 0 -> app.api().post("/v1/identify", "{%s,\"name\":\"n%d\"}".formatted(shop, number));
      case 1 ->
          app.api()
              .post(
                  "/v1/attribution", "{\"app\":\"%s\",%s,\"mref\":\"none\"}".formatted(slug, shop));
      case 2 ->
          app.api()
              .post(
                  "/v1/usage_events",
                  "{\"eventName\":\"a\",\"customerId\":\"s%d.example.com\"}".formatted(number));
      case 3 -> app.api().get("/v1/usage_events/report");
      case 4 -> app.api().get("/v1/usage_events?calculation=count");
      default -> tenants.console().get("/console/api/workspaces");
    };
  }
}
