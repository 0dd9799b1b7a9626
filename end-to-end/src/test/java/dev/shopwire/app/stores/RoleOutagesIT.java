package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.ConcurrentCalls;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.RunSize;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Tenants;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Supplier;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests the failure matrix of ARCHITECTURE.md for identify, staff, customer and attribution. */
@Tag("full")
class RoleOutagesIT {
  private static final String SHOP = "s.example.com";
  private static final String EVENT = "{\"eventName\":\"a\",\"customerId\":\"" + SHOP + "\"}";

  /** A code of another app, which is logged and refused. */
  private static final String CODE =
      "{\"app\":\"another\",\"myplatformDomain\":\"" + SHOP + "\",\"mref\":\"a\"}";

  private static final int KILLS = RunSize.of("roleOutages.kills", 2, 10);
  private static OwnService service;

  @BeforeAll
  @SuppressWarnings("NullAway.Init")
  static void start() {
    service = new OwnService(Map.of());
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static String identify(int value) {
    return "{\"myplatformDomain\":\"%s\",\"customFields\":{\"n\":%d,\"text\":\"%d\"}}"
        .formatted(SHOP, value, value);
  }

  private static String staff(int value) {
    return "{\"myplatformDomain\":\"%s\",\"staff\":[{\"id\":\"1\",\"firstName\":\"%d\"}]}"
        .formatted(SHOP, value);
  }

  private static void assertRefused(Response response, long start) {
    assertEquals(503, response.status(), response::body);
    assertFalse(response.header("Retry-After").isEmpty());
    long millis = (System.nanoTime() - start) / 1_000_000;
    assertTrue(millis < 2_000, () -> "took " + millis + " ms");
  }

  private static void assertRefusedWithoutRole(String role, Response response, long start) {
    assertRefused(response, start);
    assertEquals(
        "No reachable process runs the role \"" + role + "\"",
        response.json().path("detail").asText());
  }

  @Test
  void withoutARoleItsRoutesAreRefusedAndUsageEventsAccepted() {
    try (OwnService partial = new OwnService(Map.of("SHOPWIRE_VERTICLES", "ingest,console"))) {
      Tenants.App app = partial.tenants().app();
      long start = System.nanoTime();
      assertRefusedWithoutRole("enrichment", app.api().post("/v1/identify", identify(1)), start);
      assertRefusedWithoutRole("enrichment", app.api().post("/v1/staff", staff(1)), start);
      assertRefusedWithoutRole("enrichment", app.api().get("/v1/customer?id=" + SHOP), start);
      assertRefusedWithoutRole("attribution", app.api().post("/v1/attribution", CODE), start);
      assertRefusedWithoutRole(
          "enrichment",
          partial
              .tenants()
              .console()
              .get("/console/api/workspaces/" + app.workspaceId() + "/custom-fields"),
          start);
      assertRefusedWithoutRole(
          "automation",
          partial
              .tenants()
              .console()
              .get("/console/api/workspaces/" + app.workspaceId() + "/segments"),
          start);
      assertRefusedWithoutRole(
          "sources",
          partial
              .tenants()
              .console()
              .get("/console/api/apps/" + app.appId() + "/partner-connection"),
          start);
      assertRefusedWithoutRole("analytics", app.api().get("/v1/usage_events"), start);
      assertRefusedWithoutRole("analytics", app.api().get("/v1/usage_events/report"), start);
      assertRefusedWithoutRole("analytics", app.api().get("/v1/usage_metrics/1/report"), start);
      assertRefusedWithoutRole(
          "analytics",
          partial
              .tenants()
              .console()
              .get("/console/api/apps/" + app.appId() + "/funnels?steps=a,b&window=1d"),
          start);
      assertEquals(200, app.api().post("/v1/usage_events", EVENT).status());
    }
  }

  @Test
  void pushesSucceedWhileRedisHangsAndAreRefusedInTimeWhilePostgresHangs() throws Exception {
    Tenants.App app = service.tenants().app();
    assertEquals(200, app.api().post("/v1/identify", identify(1)).status());
    long redis = service.redis().pid();
    Signals.freeze(redis);
    try {
      assertEquals(200, app.api().post("/v1/identify", identify(2)).status());
      assertEquals(200, app.api().post("/v1/staff", staff(2)).status());
      assertEquals(422, app.api().post("/v1/attribution", CODE).status());
      assertEquals(200, app.api().get("/v1/customer?id=" + SHOP).status());
    } finally {
      Signals.thaw(redis);
    }
    assertRefusedWhilePostgresHangs(app);
    Poll.until(
        Duration.ofSeconds(20),
        () -> "pushes are accepted again",
        () -> app.api().post("/v1/identify", identify(4)).status() == 200);
    JsonNode fields = app.api().get("/v1/customer?id=" + SHOP).json().at("/customer/customFields");
    assertEquals("{\"n\":4,\"text\":\"4\"}", fields.toString());
  }

  /** At once, while the key is still trusted, so that each of the calls reaches its role. */
  private static void assertRefusedWhilePostgresHangs(Tenants.App app) throws Exception {
    List<Callable<Boolean>> calls =
        List.of(
            () -> isRefused(() -> app.api().post("/v1/identify", identify(3))),
            () -> isRefused(() -> app.api().post("/v1/staff", staff(3))),
            () -> isRefused(() -> app.api().post("/v1/attribution", CODE)),
            () -> isRefused(() -> app.api().get("/v1/customer?id=" + SHOP)));
    ExecutorService threads = Executors.newFixedThreadPool(calls.size());
    long postgres = service.postgresPid();
    Signals.freeze(postgres);
    try {
      ConcurrentCalls.call(threads, calls);
    } finally {
      Signals.thaw(postgres);
      threads.shutdownNow();
    }
  }

  private static boolean isRefused(Supplier<Response> call) {
    long start = System.nanoTime();
    assertRefused(call.get(), start);
    return true;
  }

  /**
   * Both fields of a push are stored or neither, and nothing older than the last acknowledged push.
   */
  @Test
  void afterAKillAcknowledgedPushesAreStoredAndNoneIsHalfWritten() throws InterruptedException {
    Tenants.App app = service.tenants().app();
    AtomicInteger acknowledged = new AtomicInteger();
    AtomicBoolean stop = new AtomicBoolean();
    Thread pusher = new Thread(() -> push(app, acknowledged, stop), "pusher");
    pusher.start();
    try {
      for (int round = 0; round < KILLS; round++) {
        int before = acknowledged.get();
        Poll.until(
            Duration.ofSeconds(20), () -> "pushes succeed", () -> acknowledged.get() > before + 30);
        service.process().kill();
        int minimum = acknowledged.get();
        service.startAgain();
        JsonNode customer = app.api().get("/v1/customer?id=" + SHOP).json().path("customer");
        int stored = customer.at("/customFields/n").intValue();
        assertTrue(stored >= minimum, stored + " is older than " + minimum);
        assertEquals(Integer.toString(stored), customer.at("/customFields/text").asText());
      }
    } finally {
      stop.set(true);
      pusher.join();
    }
  }

  private static void push(Tenants.App app, AtomicInteger acknowledged, AtomicBoolean stop) {
    for (int value = 1; !stop.get(); value++) {
      try {
        if (app.api().post("/v1/identify", identify(value)).status() == 200) {
          acknowledged.set(value);
        }
      } catch (UncheckedIOException e) {
        // The service is down for a moment; the next value will do.
      }
    }
  }
}
