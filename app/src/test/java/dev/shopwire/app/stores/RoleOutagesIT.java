package dev.shopwire.app.stores;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Signals;
import dev.shopwire.testing.Tenants;
import java.io.UncheckedIOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

/** Tests the failure matrix of ARCHITECTURE.md for identify, staff, customer and attribution. */
class RoleOutagesIT {
  private static final String SHOP = "s.example.com";
  private static final String EVENT = "{\"eventName\":\"a\",\"customerId\":\"" + SHOP + "\"}";

  /** A code of another app, which is logged and refused. */
  private static final String CODE =
      "{\"app\":\"another\",\"myplatformDomain\":\"" + SHOP + "\",\"mref\":\"a\"}";

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
    try (OwnService service = new OwnService(Map.of("SHOPWIRE_VERTICLES", "ingest,console"))) {
      Tenants.App app = service.tenants().app();
      long start = System.nanoTime();
      assertRefusedWithoutRole("enrichment", app.api().post("/v1/identify", identify(1)), start);
      assertRefusedWithoutRole("enrichment", app.api().post("/v1/staff", staff(1)), start);
      assertRefusedWithoutRole("enrichment", app.api().get("/v1/customer?id=" + SHOP), start);
      assertRefusedWithoutRole("attribution", app.api().post("/v1/attribution", CODE), start);
      assertRefusedWithoutRole(
          "enrichment",
          service
              .tenants()
              .console()
              .get("/console/api/workspaces/" + app.workspaceId() + "/custom-fields"),
          start);
      assertRefusedWithoutRole("analytics", app.api().get("/v1/usage_events"), start);
      assertRefusedWithoutRole("analytics", app.api().get("/v1/usage_events/report"), start);
      assertRefusedWithoutRole("analytics", app.api().get("/v1/usage_metrics/1/report"), start);
      assertRefusedWithoutRole(
          "analytics",
          service
              .tenants()
              .console()
              .get("/console/api/apps/" + app.appId() + "/funnels?steps=a,b&window=1d"),
          start);
      assertEquals(200, app.api().post("/v1/usage_events", EVENT).status());
    }
  }

  @Test
  void pushesSucceedWhileRedisHangsAndAreRefusedInTimeWhilePostgresHangs() {
    try (OwnService service = new OwnService(Map.of())) {
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
      assertRefusedWhilePostgresHangs(service, app);
      Poll.until(
          Duration.ofSeconds(20),
          () -> "pushes are accepted again",
          () -> app.api().post("/v1/identify", identify(4)).status() == 200);
      JsonNode fields =
          app.api().get("/v1/customer?id=" + SHOP).json().at("/customer/customFields");
      assertEquals("{\"n\":4,\"text\":\"4\"}", fields.toString());
    }
  }

  private static void assertRefusedWhilePostgresHangs(OwnService service, Tenants.App app) {
    long postgres = service.postgresPid();
    Signals.freeze(postgres);
    try {
      long start = System.nanoTime();
      assertRefused(app.api().post("/v1/identify", identify(3)), start);
      start = System.nanoTime();
      assertRefused(app.api().post("/v1/staff", staff(3)), start);
      start = System.nanoTime();
      assertRefused(app.api().post("/v1/attribution", CODE), start);
      start = System.nanoTime();
      assertRefused(app.api().get("/v1/customer?id=" + SHOP), start);
    } finally {
      Signals.thaw(postgres);
    }
  }

  /**
   * Both fields of a push are stored or neither, and nothing older than the last acknowledged push.
   */
  @Test
  void afterAKillAcknowledgedPushesAreStoredAndNoneIsHalfWritten() throws InterruptedException {
    try (OwnService service = new OwnService(Map.of())) {
      Tenants.App app = service.tenants().app();
      AtomicInteger acknowledged = new AtomicInteger();
      AtomicBoolean stop = new AtomicBoolean();
      Thread pusher = new Thread(() -> push(app, acknowledged, stop), "pusher");
      pusher.start();
      for (int round = 0; round < 3; round++) {
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
