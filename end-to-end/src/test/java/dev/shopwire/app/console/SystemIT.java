package dev.shopwire.app.console;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.common.role.Role;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Signals;
import java.time.Duration;
import java.util.Map;
import java.util.function.Predicate;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Tests that the state of the installation is shown in time, whatever hangs. */
class SystemIT {
  /** Two seconds, and one more for a machine that also builds. */
  private static final Duration LIMIT = Duration.ofSeconds(3);

  private static final Duration RECOVERY = Duration.ofSeconds(20);

  private static OwnService service;

  @BeforeAll
  static void start() {
    service = new OwnService(Map.of());
  }

  @AfterAll
  static void stop() {
    service.close();
  }

  private static JsonNode system() {
    long start = System.nanoTime();
    Response response = service.tenants().console().get("/console/api/system");
    Duration took = Duration.ofNanos(System.nanoTime() - start);
    assertEquals(200, response.status(), response::body);
    assertTrue(took.compareTo(LIMIT) < 0, () -> "took " + took);
    return response.json();
  }

  private static JsonNode store(String name) {
    for (JsonNode store : system().path("stores")) {
      if (store.path("name").asText().equals(name)) {
        return store;
      }
    }
    throw new AssertionError("no store " + name);
  }

  private static void await(String store, Predicate<JsonNode> condition) {
    Poll.until(
        RECOVERY, () -> "another state of " + store(store), () -> condition.test(store(store)));
  }

  private static void assertShownAsHanging(String store, long process) {
    await(store, state -> state.path("ok").asBoolean());
    assertTrue(store(store).path("version").asText().matches("\\d+\\..*"));
    Signals.freeze(process);
    try {
      await(store, state -> !state.path("ok").asBoolean());
      assertTrue(store(store).path("latencyMs").isNull());
    } finally {
      Signals.thaw(process);
    }
    await(store, state -> state.path("ok").asBoolean());
  }

  @Test
  void theOnlyProcessIsShown() {
    JsonNode system = system();
    assertEquals(1, system.path("nodes").size());
    assertEquals(Role.ids().size(), system.at("/nodes/0/roles").size());
    assertEquals("[]", system.path("missing").toString());
    assertFalse(system.path("queues").isEmpty());
  }

  @Test
  void aStoreThatHangsIsShownAsDown() {
    assertShownAsHanging("redis", service.redis().pid());
    assertShownAsHanging("postgres", service.postgresPid());
  }
}
