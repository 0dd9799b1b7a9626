package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.InstallRows;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Answer;
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
import org.junit.jupiter.api.Test;

/** The number of connections that a process says it opens at most is the number that it opens. */
class PoolsIT {
  private static final Pattern SAID =
      Pattern.compile("PostgreSQL connections of this process: up to (\\d+) ");
  private static final String OPEN =
      "select count(*) from pg_stat_activity where application_name = 'pools'";

  /** A server at work takes so long to notice that a connection was closed, or given up. */
  private static final Duration CLOSING = Duration.ofSeconds(4);

  private static final int CALLS = 600;
  private static final int CLIENTS = 32;

  // By hand: management 1; ingest 2 * (2 + 1) + 1; analytics 2 * 1 + 3 + 1 + 1; enrichment and
  // attribution 2 * 2; webhook 2 + 2; console 2.
  private static final int MOST = 1 + 7 + 7 + 4 + 4 + 4 + 2;

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
          Map.entry("SHOPWIRE_WEBHOOK_CALLS_CONNECTIONS", "2"),
          Map.entry("SHOPWIRE_WEBHOOK_CONNECTIONS", "2"),
          Map.entry("SHOPWIRE_CONSOLE_CONNECTIONS", "2"),
          Map.entry(
              "SHOPWIRE_POSTGRES_URI", Stores.shared().postgresUri() + "?application_name=pools"));

  @Test
  void noMoreConnectionsAreOpenedThanAreSaid() throws Exception {
    Path directory = TemporaryFiles.directory("pools");
    AtomicBoolean done = new AtomicBoolean();
    AtomicLong most = new AtomicLong();
    AtomicLong longest = new AtomicLong();
    try (ServiceProcess service =
        ServiceProcess.start(directory, RunningService.onSharedStores(SETTINGS))) {
      Matcher said = SAID.matcher(service.output());
      assertTrue(said.find(), service::output);
      assertEquals(MOST, Integer.parseInt(said.group(1)), service::output);
      CompletableFuture<Void> watching =
          CompletableFuture.runAsync(
              () -> {
                long since = System.nanoTime();
                while (!done.get()) {
                  long open = RunningService.shared().sql().number(OPEN);
                  most.accumulateAndGet(open, Math::max);
                  since = open <= MOST ? System.nanoTime() : since;
                  longest.accumulateAndGet(System.nanoTime() - since, Math::max);
                }
              });
      load(service);
      Poll.until(Duration.ofSeconds(10), () -> "it was looked", () -> most.get() > 0);
      done.set(true);
      watching.join();
    } finally {
      done.set(true);
      TemporaryFiles.delete(directory);
    }
    assertTrue(longest.get() < CLOSING.toNanos(), () -> most + " were open for " + longest + " ns");
    assertTrue(most.get() > MOST / 2, () -> "no load: only " + most + " were open");
  }

  private static void load(ServiceProcess service) throws Exception {
    Tenants tenants =
        new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN);
    Tenants.App app = tenants.app();
    String slug = InstallRows.slug(RunningService.shared().sql(), app);
    List<Callable<Boolean>> calls = new ArrayList<>();
    IntStream.range(0, CALLS).forEach(n -> calls.add(() -> isAnswered(tenants, app, slug, n)));
    ExecutorService threads = Executors.newFixedThreadPool(CLIENTS);
    try {
      List<Boolean> answered = ConcurrentCalls.call(threads, calls);
      assertTrue(answered.contains(true), "none of the calls was answered");
    } finally {
      threads.shutdownNow();
    }
  }

  /** On a busy machine some may come too late, which doesn't matter here. */
  private static boolean isAnswered(Tenants tenants, Tenants.App app, String slug, int number) {
    try {
      Answer answer = call(tenants, app, slug, number);
      assertTrue(answer.status() == 200 || answer.status() == 503, answer::body);
      return true;
    } catch (UncheckedIOException late) {
      return false;
    }
  }

  private static Answer call(Tenants tenants, Tenants.App app, String slug, int number) {
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
