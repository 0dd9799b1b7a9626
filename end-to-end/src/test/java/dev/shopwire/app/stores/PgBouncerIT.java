package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.shopwire.app.support.InstallRows;
import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.app.support.WebhookFixture;
import dev.shopwire.embedded.StoreOptions;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.EventStream;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.RetryingClients;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/**
 * Tests two processes with all roles on PostgreSQL through PgBouncer in transaction mode, with few
 * connections; skipped if it is not installed (Debian's package pgbouncer). To run the whole suite
 * through a PgBouncer that is configured as in docs/operators/postgresql.md, set {@code
 * SHOPWIRE_TEST_POSTGRES_URI}, {@code SHOPWIRE_TEST_REDIS_URI} and {@code
 * SHOPWIRE_TEST_POSTGRES_PREPARED=false} in the environment.
 */
@Tag("full")
class PgBouncerIT {
  private static final int CONNECTIONS = 12;
  private static final int EVENTS = 10_000;
  private static final int SHOPS = 20;
  private static final int WEBHOOKS = 300;
  private static final Duration TIMEOUT = Duration.ofSeconds(60);
  private static OwnStores stores;
  private static PgBouncer bouncer;
  private static final List<ServiceProcess> PROCESSES = new ArrayList<>();

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    assumeTrue(PgBouncer.isInstalled(), "PgBouncer is not installed");
    stores = new OwnStores("pgbouncer", StoreOptions.defaults().with("shared_buffers", "128MB"));
    bouncer = new PgBouncer(stores.directory(), stores.postgres().uri(), CONNECTIONS);
    // Both at once, so that one of them waits for the other's migrations.
    PROCESSES.add(ServiceProcess.launch(stores.directory(), settings(Map.of())));
    PROCESSES.add(ServiceProcess.launch(stores.directory(), settings(installSource(Map.of()))));
    PROCESSES.forEach(ServiceProcess::awaitReady);
    Poll.until(
        TIMEOUT,
        () -> "the log says why install events are not read: " + PROCESSES.get(1).output(),
        () -> PROCESSES.get(1).output().contains("set postgres.direct.uri"));
  }

  private static Map<String, String> settings(Map<String, String> more) {
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_POSTGRES_URI",
                bouncer.uri(),
                "SHOPWIRE_POSTGRES_PREPARED_STATEMENTS",
                "false"));
    settings.putAll(more);
    return RunningService.onSharedStores(stores.settings(settings));
  }

  /** A source of one install event, in the database of the other tests. */
  private static Map<String, String> installSource(Map<String, String> more) {
    Map<String, String> settings =
        new TreeMap<>(
            Map.of(
                "SHOPWIRE_LISTING_URI",
                Stores.shared().postgresUri(),
                "SHOPWIRE_LISTING_QUERY",
                "select 'e-1' as k, now() - interval '1 day' as t, 's1.example.com' as s,"
                    + " '/?mref=CODE0' as u",
                "SHOPWIRE_LISTING_WORKSPACE",
                "1",
                "SHOPWIRE_LISTING_APP",
                "demo-app",
                "SHOPWIRE_LISTING_KEY_COLUMN",
                "k",
                "SHOPWIRE_LISTING_TIME_COLUMN",
                "t",
                "SHOPWIRE_LISTING_SHOP_COLUMN",
                "s",
                "SHOPWIRE_LISTING_URL_COLUMN",
                "u",
                "SHOPWIRE_LISTING_INTERVAL_MILLIS",
                "1000"));
    settings.putAll(more);
    return settings;
  }

  @AfterAll
  static void stop() {
    PROCESSES.forEach(ServiceProcess::close);
    List<String> bugs = PROCESSES.stream().flatMap(process -> process.errors().stream()).toList();
    if (bouncer != null) {
      bouncer.close();
      stores.close();
    }
    assertEquals(List.of(), bugs, "an outage is not a bug");
  }

  private static Tenants tenants() {
    return new Tenants(
        PROCESSES.get(0).consoleUrl(), PROCESSES.get(0).httpUrl(), RunningService.ADMIN_TOKEN);
  }

  private static Sql sql() {
    return stores.sql();
  }

  private static void assertNoStatementErrors() {
    for (ServiceProcess process : PROCESSES) {
      assertFalse(
          process.output().matches("(?s).*(prepared statement|26000|ERROR).*"), process::output);
    }
  }

  @Test
  void eventsThatAreSentWhileAProcessIsKilledAreStoredAndCountedOnce() {
    Tenants.App app = tenants().app();
    List<String> bodies = EventStream.batches(EventStream.lines().subList(0, EVENTS));
    AtomicInteger turn = new AtomicInteger();
    RetryingClients replay =
        new RetryingClients(
            () -> new Http(PROCESSES.get(turn.getAndIncrement() % 2).httpUrl()), app.key());
    CompletableFuture<Void> replaying = CompletableFuture.runAsync(() -> replay.run(bodies, 8));
    Poll.until(TIMEOUT, () -> "some are stored", () -> sql().events(app.appId()) > EVENTS / 4);
    PROCESSES.get(1).kill();
    PROCESSES.set(
        1,
        ServiceProcess.start(
            stores.directory(),
            settings(
                installSource(Map.of("SHOPWIRE_POSTGRES_DIRECT_URI", stores.postgres().uri())))));
    replaying.join();
    replay.run(bodies.subList(0, 20), 4);
    assertEquals(EVENTS, sql().events(app.appId()));
    Response report =
        app.api().get("/v1/usage_events/report?calculation=count&startDate=1990-01-01");
    assertEquals(EVENTS, report.json().at("/report/value").asInt(), report::body);
    Response events = app.api().get("/v1/usage_events?take=10&calculation=count");
    assertEquals(EVENTS, events.json().at("/summary/value").asInt(), events::body);
    assertTrue(
        sql().number("select count(*) from pg_stat_activity where application_name = 'shopwire'")
            <= CONNECTIONS + 4,
        "connections, including PgBouncer's 12");
    awaitInstallEvents(1);
    assertNoStatementErrors();
  }

  /** The process that has a direct URI reads the one install event, which needs a session. */
  private static void awaitInstallEvents(int events) {
    Poll.until(
        TIMEOUT,
        () -> "the install event is read: " + PROCESSES.get(1).output(),
        () -> sql().number("select count(*) from install_events") == events);
  }

  @Test
  void pushesAndCodesOfOneShopAreSerialized() throws Exception {
    Tenants.App app = tenants().app();
    for (int code = 0; code < 3; code++) {
      Response response =
          tenants()
              .console()
              .post(
                  "/console/api/workspaces/" + app.workspaceId() + "/affiliates",
                  "{\"name\":\"a\",\"codes\":[\"CODE%d\"]}".formatted(code));
      assertEquals(200, response.status(), response::body);
    }
    String slug = InstallRows.slug(sql(), app);
    List<Callable<Response>> calls = new ArrayList<>();
    IntStream.range(0, 12 * SHOPS).forEach(number -> calls.add(() -> call(app, slug, number)));
    ExecutorService threads = Executors.newFixedThreadPool(24);
    try {
      for (Response response : ConcurrentCalls.call(threads, calls)) {
        assertEquals(200, response.status(), response::body);
      }
    } finally {
      threads.shutdownNow();
    }
    String inWorkspace = " where workspace_id = " + app.workspaceId();
    assertEquals(SHOPS, sql().number("select count(*) from customers" + inWorkspace));
    assertEquals(SHOPS, sql().number("select count(*) from attribution_credits" + inWorkspace));
    assertEquals(3 * SHOPS, sql().number("select count(*) from attribution_log" + inWorkspace));
    assertEquals(2 * SHOPS, sql().number("select count(*) from contacts" + inWorkspace));
    assertEquals(3, sql().number("select count(*) from custom_fields" + inWorkspace));
    Response customer = app.api().get("/v1/customer?myplatformDomain=s1.example.com");
    assertEquals(200, customer.status(), customer::body);
    // A background task may hold one between two statements.
    Poll.until(
        TIMEOUT,
        () -> "no advisory lock outlives its transaction",
        () ->
            sql()
                    .number(
                        "select count(*) from pg_locks where locktype = 'advisory'"
                            + " and pid not in"
                            + " (select pid from pg_stat_activity where state = 'active')")
                == 0);
    assertNoStatementErrors();
  }

  /** Retries 503, as documented. */
  private static Response call(Tenants.App app, String slug, int number) {
    long end = System.nanoTime() + TIMEOUT.toNanos();
    Response response = tryCall(app, slug, number);
    while (response.status() == 503 && System.nanoTime() < end) {
      response = tryCall(app, slug, number);
    }
    return response;
  }

  private static Response tryCall(Tenants.App app, String slug, int number) {
    String shop = "\"myplatformDomain\":\"s%d.example.com\"".formatted(number % SHOPS);
    return switch (number / SHOPS % 4) {
      case 0 ->
          app.api()
              .post(
                  "/v1/identify",
                  "{%s,\"customFields\":{\"f%d\":%d}}".formatted(shop, number / SHOPS / 4, number));
      case 1 ->
          app.api().post("/v1/staff", "{%s,\"staff\":[{\"id\":%d},{\"id\":2}]}".formatted(shop, 1));
      case 2 ->
          app.api()
              .post(
                  "/v1/attribution",
                  "{\"app\":\"%s\",%s,\"mref\":\"code%d\"}"
                      .formatted(slug, shop, number / SHOPS / 4));
      default -> app.api().get("/v1/usage_events");
    };
  }

  @Test
  void webhooksArriveOnceAndInOrder() {
    Tenants.App app = tenants().app();
    try (Receiver receiver = new Receiver()) {
      WebhookEndpoint.make(
          tenants(), app.workspaceId(), receiver.url("/hook"), ",\"ordered\":true");
      List<String> events =
          IntStream.range(0, WEBHOOKS)
              .mapToObj(number -> WebhookFixture.event(number, "a", "s" + number % 7))
              .toList();
      new RetryingClients(() -> new Http(PROCESSES.get(0).httpUrl()), app.key())
          .run(EventStream.batches(events, 50), 1);
      Poll.until(
          TIMEOUT,
          () -> receiver.received("/hook").size() + " arrived",
          () -> receiver.received("/hook").size() >= WEBHOOKS);
      assertEquals(
          WEBHOOKS,
          receiver.received("/hook").stream()
              .map(delivery -> delivery.eventId())
              .distinct()
              .count());
      Poll.until(
          TIMEOUT,
          () -> "all deliveries are settled",
          () ->
              sql()
                      .number(
                          "select count(*) from webhook_deliveries where status = 'delivered'"
                              + " and workspace_id = "
                              + app.workspaceId())
                  == WEBHOOKS);
      assertEquals(WEBHOOKS, receiver.received("/hook").size(), "none arrived twice");
    }
    assertNoStatementErrors();
  }
}
