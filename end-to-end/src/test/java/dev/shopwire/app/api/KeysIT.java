package dev.shopwire.app.api;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import dev.shopwire.app.support.RunningService;
import dev.shopwire.testing.FreePorts;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.SchemaCheckedHttp;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.Tenants;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Tests API keys and their revocation (docs/api/README.md). */
class KeysIT {
  private static final Tenants TENANTS = RunningService.shared().tenants();
  private static final String PATH = "/v1/usage_events";
  private static final String EVENT = "{\"eventName\":\"a\",\"customerId\":\"s.example.com\"}";

  private static int status(Map<String, String> credentials) {
    return TENANTS.as(credentials).post(PATH, EVENT).status();
  }

  @Test
  void withoutAValidKeyNothingIsAccepted() {
    String key = TENANTS.app().key();
    char last = key.charAt(key.length() - 1);
    String altered = key.substring(0, key.length() - 1) + (last == 'a' ? 'b' : 'a');
    assertEquals(401, status(Map.of()));
    assertEquals(401, status(Map.of("X-Api-Key", "nonsense")));
    assertEquals(401, status(Map.of("X-Api-Key", altered)));
    assertEquals(401, status(Map.of("X-Api-Key", "some-other-key-of-a-fitting-length")));
    assertEquals(401, status(Map.of("Authorization", "Basic " + key)));
    assertEquals(200, status(Map.of("X-Api-Key", key)));
  }

  @Test
  void anAppCanHaveSeveralKeysOfWhichOneIsRevoked() {
    Tenants.App app = TENANTS.app();
    Tenants.App second = TENANTS.key(app.workspaceId(), app.appId(), "{}");
    assertEquals(200, app.api().post(PATH, EVENT).status());
    assertEquals(200, second.api().post(PATH, EVENT).status());
    revoke(app);
    Poll.until(
        Duration.ofSeconds(1),
        () -> "the revoked key is refused",
        () -> app.api().post(PATH, EVENT).status() == 401);
    assertEquals(200, second.api().post(PATH, EVENT).status());
  }

  private static void revoke(Tenants.App app) {
    Response response =
        TENANTS.console().delete("/console/api/apps/" + app.appId() + "/keys/" + app.keyId());
    assertEquals(200, response.status());
  }

  /** Both processes have just used the key, so that it is cached; one has no Redis. */
  @Test
  void aRevocationTakesEffectWithinASecondInEveryProcessEvenWithoutRedis() {
    Path directory = TemporaryFiles.directory("second");
    Map<String, String> withoutRedis =
        RunningService.onSharedStores(
            Map.of("SHOPWIRE_REDIS_URI", "redis://127.0.0.1:" + FreePorts.next()));
    try (ServiceProcess second = ServiceProcess.start(directory, withoutRedis)) {
      for (int round = 0; round < 5; round++) {
        Tenants.App app = TENANTS.app();
        SchemaCheckedHttp secondApi =
            new SchemaCheckedHttp(
                second.httpUrl(), "/v1/openapi.json", Map.of("X-Api-Key", app.key()));
        for (int i = 0; i < 20; i++) {
          assertEquals(200, app.api().post(PATH, EVENT).status());
          assertEquals(200, secondApi.post(PATH, EVENT).status());
        }
        revoke(app);
        long revoked = System.nanoTime();
        Poll.until(
            Duration.ofSeconds(5),
            () -> "both processes refuse the key",
            () ->
                app.api().post(PATH, EVENT).status() == 401
                    && secondApi.post(PATH, EVENT).status() == 401);
        long millis = (System.nanoTime() - revoked) / 1_000_000;
        assertTrue(millis <= 1_000, () -> "refused after " + millis + " ms");
      }
    } finally {
      TemporaryFiles.delete(directory);
    }
  }

  @Test
  void noSecretReachesTheLogOrTheMetrics() {
    Tenants.App app = TENANTS.app();
    app.api().post(PATH, EVENT);
    app.api().post(PATH, "{");
    TENANTS.as(Map.of("X-Api-Key", app.key() + "x")).post(PATH, EVENT);
    String log = RunningService.shared().process().output();
    assertFalse(log.contains(app.key().substring(20)));
    assertFalse(log.contains(RunningService.ADMIN_TOKEN));
    String metrics =
        new dev.shopwire.testing.Http(RunningService.shared().process().managementUrl())
            .send("GET", "/metrics", Map.of(), new byte[0])
            .body();
    assertFalse(metrics.contains(app.key().substring(20)));
  }
}
