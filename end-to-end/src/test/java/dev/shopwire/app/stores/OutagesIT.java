package dev.shopwire.app.stores;

import static dev.shopwire.app.support.UsageEventResponses.assertCounts;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnStores;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Sql;
import dev.shopwire.testing.Tenants;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests the failure matrix of ARCHITECTURE.md, for stores that this test stops and freezes. */
class OutagesIT {
  private static final String PATH = "/v1/usage_events";
  private static final String EVENT =
      "{\"eventName\":\"a\",\"customerId\":\"s.example.com\",\"eventId\":\"%s\"}";
  private static final int REQUESTS = 20;

  /** The bugs that tests of this class cause. */
  private static final Pattern PLANTED =
      Pattern.compile("Group write failed|Request to shopwire.enrichment.identify failed");

  private static OwnStores stores;
  private static ServiceProcess service;
  private static Tenants tenants;
  private static Tenants.App app;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    stores = OwnStores.empty("outages");
    service = stores.startService(Map.of("SHOPWIRE_INGEST_INSTANCES", "1"));
    tenants = new Tenants(service.consoleUrl(), service.httpUrl(), RunningService.ADMIN_TOKEN);
    app = tenants.app();
  }

  @AfterAll
  static void stop() {
    service.close();
    List<String> bugs =
        service.errors().stream().filter(line -> !PLANTED.matcher(line).find()).toList();
    stores.close();
    assertEquals(List.of(), bugs, "an outage is not a bug");
  }

  private static Response post(String id) {
    return app.api().post(PATH, EVENT.formatted(id));
  }

  private static boolean isReady() {
    return new Http(service.managementUrl()).isUp("/health/ready");
  }

  private static long postMillis(String id, int status) {
    long start = System.nanoTime();
    Response response = post(id);
    assertEquals(status, response.status(), response::body);
    if (status == 503) {
      assertFalse(response.header("Retry-After").isEmpty());
    }
    return (System.nanoTime() - start) / 1_000_000;
  }

  @Test
  void eventsAreStoredWhileRedisIsStopped() {
    stores.redis().kill();
    try {
      for (int i = 0; i < 50; i++) {
        postMillis("stopped-" + i, 200);
      }
      assertEquals(1, post("stopped-7").json().path("duplicates").asInt());
      assertTrue(isReady());
    } finally {
      stores.redis().restart();
    }
    awaitRedis();
  }

  private static void awaitRedis() {
    double before = repeated();
    Poll.until(
        Duration.ofSeconds(10),
        () -> "Redis is used again",
        () -> {
          post("again");
          return repeated() > before;
        });
  }

  /** The requests that Redis has answered. */
  private static double repeated() {
    return Metric.value(service.managementUrl(), "shopwire_requests_repeated_total");
  }

  @Test
  void eventsAreStoredWhileRedisHangs() {
    Signals.freeze(stores.redis().pid());
    try {
      for (int i = 0; i < 20; i++) {
        long millis = postMillis("hanging-" + i, 200);
        assertTrue(millis < 1_500, () -> "took " + millis + " ms");
      }
    } finally {
      Signals.thaw(stores.redis().pid());
    }
  }

  @Test
  void limitsApplyPerProcessWhileRedisIsStopped() {
    Tenants.App limited =
        tenants.key(
            app.workspaceId(), app.appId(), "{\"requestsPerSecond\":2,\"eventsPerSecond\":10}");
    stores.redis().kill();
    try {
      int status = 200;
      int sent = 0;
      while (status == 200 && sent++ < 100) {
        status = limited.api().post(PATH, EVENT.formatted("limited-" + sent)).status();
      }
      assertEquals(429, status);
    } finally {
      stores.redis().restart();
    }
  }

  @Test
  void whilePostgresIsStoppedCallsAreRefusedWithinTwoSecondsAndResumeAfterwards() {
    assertEquals(200, post("before").status());
    stores.postgres().stop();
    try {
      for (int i = 0; i < 5; i++) {
        long millis = postMillis("stopped", 503);
        assertTrue(millis < 2_000, () -> "took " + millis + " ms");
      }
      assertOtherRoutesAreRefused();
      Poll.until(Duration.ofSeconds(5), () -> "readiness is false", () -> !isReady());
    } finally {
      stores.startPostgres();
    }
    Poll.until(
        Duration.ofSeconds(20),
        () -> "the service resumes",
        () -> isReady() && post("stopped").status() == 200);
    assertEquals(1, rows("stopped"));
  }

  private static void assertOtherRoutesAreRefused() {
    String push = "{\"myplatformDomain\":\"s.example.com\",\"staff\":[]}";
    for (Response response :
        List.of(
            app.api().post("/v1/identify", push),
            app.api().post("/v1/staff", push),
            app.api().get("/v1/customer?id=s.example.com"),
            tenants.console().get("/console/api/customers/" + CustomerId.of(1)),
            tenants.console().get("/console/api/workspaces/1/custom-fields"),
            tenants
                .console()
                .post("/console/api/customers/" + CustomerId.of(1) + "/contacts", "{}"))) {
      assertEquals(503, response.status(), response::body);
    }
  }

  @Test
  void whilePostgresHangsCallsAreRefusedWithinTwoSecondsAndNothingIsDuplicated() {
    assertEquals(200, post("before").status());
    Signals.freeze(stores.postgres().pid());
    try {
      for (int i = 0; i < 5; i++) {
        long millis = postMillis("hanging", 503);
        assertTrue(millis < 2_000, () -> "took " + millis + " ms");
      }
      Poll.until(Duration.ofSeconds(5), () -> "readiness is false", () -> !isReady());
    } finally {
      Signals.thaw(stores.postgres().pid());
    }
    Poll.until(
        Duration.ofSeconds(20),
        () -> "the service resumes",
        () -> isReady() && post("hanging").status() == 200);
    assertEquals(1, rows("hanging"));
  }

  private static void assertInternal(Response response) {
    assertEquals(500, response.status(), response::body);
    assertEquals("internal", response.json().path("code").asText());
    assertFalse(response.body().contains("planted") || response.body().contains("PgException"));
  }

  private static List<String> errors(String text) {
    return service.errors().stream().filter(line -> line.contains(text)).toList();
  }

  @Test
  void aBugInTheDatabaseIs500AndLoggedOnceForAllRequestsOfItsGroup() throws Exception {
    Sql sql = stores.sql();
    // Slow, so that the next group collects many requests.
    sql.run(
        """
        create function planted() returns trigger language plpgsql as $$
        begin
          perform pg_sleep(0.4);
          raise exception 'a planted bug';
        end $$;
        create trigger planted before insert on usage_event_ids
        for each statement execute function planted();
        """);
    ExecutorService threads = Executors.newFixedThreadPool(REQUESTS);
    try {
      List<Callable<Response>> calls = new ArrayList<>();
      for (int i = 0; i < REQUESTS; i++) {
        String id = "planted-" + i;
        calls.add(() -> post(id));
      }
      ConcurrentCalls.call(threads, calls).forEach(OutagesIT::assertInternal);
    } finally {
      threads.shutdownNow();
      sql.run("drop function planted() cascade");
    }
    List<String> logged = errors("Group write failed");
    assertTrue(
        !logged.isEmpty() && logged.size() < REQUESTS / 2,
        () -> "for %d requests: %s".formatted(REQUESTS, logged));
    String output = service.output();
    String stack = output.substring(output.indexOf(logged.get(0)));
    assertTrue(stack.lines().skip(1).findFirst().orElse("").contains("planted bug (P0001)"), stack);
    assertTrue(stack.lines().skip(2).findFirst().orElse("").startsWith("\t at "), stack);
    assertEquals(200, post("planted-0").status());
    // Redis doesn't remember what failed as stored.
    awaitRedis();
    assertCounts(post("planted-1"), 1, 0, 0);
  }

  @Test
  void aBugOfAnotherRoleIs500AndLoggedOnceByThatRole() {
    Sql sql = stores.sql();
    String push = "{\"myplatformDomain\":\"s.example.com\",\"name\":\"n\"}";
    assertEquals(200, app.api().post("/v1/identify", push).status());
    int before = service.errors().size();
    sql.run("alter table customer_profiles rename column name to planted");
    try {
      assertInternal(app.api().post("/v1/identify", push));
    } finally {
      sql.run("alter table customer_profiles rename column planted to name");
    }
    List<String> logged = service.errors().subList(before, service.errors().size());
    assertEquals(1, logged.size(), logged::toString);
    assertTrue(
        logged.get(0).contains("Request to shopwire.enrichment.identify failed"), logged::toString);
    assertEquals(200, app.api().post("/v1/identify", push).status());
  }

  private static long rows(String id) {
    return stores.sql().number("select count(*) from usage_events where event_id = ?", id);
  }
}
