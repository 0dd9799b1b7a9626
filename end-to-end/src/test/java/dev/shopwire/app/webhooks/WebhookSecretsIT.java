package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.RunningService;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.postgres.Postgres;
import dev.shopwire.common.postgres.SessionSettings;
import dev.shopwire.testing.Http.Response;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.Stores;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.webhook.secrets.SigningKeys;
import dev.shopwire.webhook.secrets.SigningSecretVault;
import dev.shopwire.webhook.secrets.SigningSecrets;
import dev.shopwire.webhook.signing.SigningSecret;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.Test;

/** Tests that signing secrets are shown once, stored encrypted, and rotated. */
class WebhookSecretsIT extends WebhookEndpointsFixture {
  private static final String OTHER_KEY = "b3RoZXItdGVzdHMtYWxvbmUtb3RoZXItdGVzdHMtb24=";

  @Test
  void aSecretIsShownOnceAndStoredEncrypted() {
    JsonNode created = created(USAGE);
    String id = created.path("id").asText();
    Set<String> secrets = new TreeSet<>();
    secrets.add(created.path("signingSecret").asText());
    List<Response> later = new ArrayList<>();
    Response rotated = console.post(path(id) + "/rotate-secret", "{}");
    assertEquals(200, rotated.status(), rotated::body);
    secrets.add(rotated.json().path("signingSecret").asText());
    assertEquals(2, secrets.size());
    later.add(console.get(path(id)));
    later.add(console.get(endpointsOf(app.workspaceId())));
    later.add(console.patch(path(id), "{\"ordered\":true}"));
    later.add(console.post(path(id) + "/resume", "{\"pending\":\"send\"}"));
    later.add(console.post(path(id) + "/rotate-secret", "{\"overlapHours\":-1}"));
    assertEquals(List.of(200, 200, 200, 200, 422), later.stream().map(Response::status).toList());
    String stored =
        sql.text(
            """
            select string_agg(row_to_json(s)::text || encode(sealed, 'escape'), ',')
            from webhook_secrets s where workspace_id = ?
            """,
            Long.parseLong(app.workspaceId()));
    assertEquals(2, count("webhook_secrets", app.workspaceId()));
    String log = service.process().output();
    for (String secret : secrets) {
      assertTrue(secret.matches("whsec_[A-Za-z0-9+/]{43}="), secret);
      String core = secret.substring(6, 40);
      later.forEach(response -> assertFalse(response.body().contains(core), response::body));
      assertFalse(stored.contains(core), "in the database");
      assertFalse(log.contains(core), "in the log");
    }
    assertFalse(log.contains("whsec_"), "in the log");
    assertFalse(log.contains(RunningService.WEBHOOK_KEY), "the key in the log");
  }

  @Test
  void aRotationKeepsTheFormerSecretValidForItsOverlap() {
    String id = createId(USAGE);
    Instant before = Instant.now();
    Instant until =
        Instant.parse(
            console
                .post(path(id) + "/rotate-secret", "{\"overlapHours\":168}")
                .json()
                .path("previousValidUntil")
                .asText());
    assertTrue(Duration.between(before, until).minusDays(7).abs().toMinutes() < 5);
    JsonNode secrets = show(id).path("secrets");
    assertEquals(2, secrets.size());
    assertTrue(secrets.get(0).path("expiresAt").isNull());
    assertEquals(until, Instant.parse(secrets.get(1).path("expiresAt").asText()));
    // A later rotation may shorten the overlap of an earlier one, and never extends it.
    until =
        Instant.parse(
            console
                .send("POST", path(id) + "/rotate-secret", Map.of(), new byte[0])
                .json()
                .path("previousValidUntil")
                .asText());
    assertTrue(Duration.between(before, until).minusDays(1).abs().toMinutes() < 5);
    secrets = show(id).path("secrets");
    assertEquals(3, secrets.size());
    assertEquals(until, Instant.parse(secrets.get(2).path("expiresAt").asText()));
    assertEquals(200, console.post(path(id) + "/rotate-secret", "{\"overlapHours\":0}").status());
    assertEquals(1, show(id).path("secrets").size());
    assertEquals(1, count("webhook_secrets", app.workspaceId()));
  }

  @Test
  void atMostTenSecretsAreValidAtATime() {
    String id = createId(USAGE);
    for (int i = 0; i < 9; i++) {
      assertEquals(200, console.post(path(id) + "/rotate-secret", "{}").status());
    }
    Response refused = console.post(path(id) + "/rotate-secret", "{}");
    assertEquals(409, refused.status(), refused::body);
    assertEquals("too_many_secrets", refused.json().path("code").asText());
    JsonNode secrets = show(id).path("secrets");
    assertEquals(10, secrets.size());
    assertTrue(secrets.get(0).path("expiresAt").isNull(), "a refused rotation changes nothing");
    assertEquals(200, console.post(path(id) + "/rotate-secret", "{\"overlapHours\":0}").status());
    assertEquals(1, show(id).path("secrets").size());
  }

  private static SigningSecrets secretsReadWith(String keys) {
    return new SigningSecrets(
        new SigningSecretVault(
            SigningKeys.config(Settings.load(Path.of("none"), Map.of("SHOPWIRE_SECRET_KEYS", keys)))
                .load()));
  }

  @Test
  void validSecretsAreReadNewestFirstWithTheirKeyOnly() {
    JsonNode created = created(USAGE);
    String rotate = path(created.path("id").asText()) + "/rotate-secret";
    Response rotated = console.post(rotate, "{}");
    List<SigningSecret> secrets =
        List.of(
            SigningSecret.of(rotated.json().path("signingSecret").asText()),
            SigningSecret.of(created.path("signingSecret").asText()));
    long id = created.path("id").asLong();
    Vertx vertx = Vertx.vertx();
    try {
      Pool pool = new Postgres(Stores.shared().postgresUri()).pool(vertx, 1, SessionSettings.CALLS);
      assertEquals(
          Map.of(id, secrets, -1L, List.of()),
          secretsReadWith(OTHER_KEY + "," + RunningService.WEBHOOK_KEY)
              .load(pool, List.of(id, -1L))
              .await());
      assertEquals(
          Map.of(id, List.of()), secretsReadWith(OTHER_KEY).load(pool, List.of(id)).await());
    } finally {
      vertx.close().await();
    }
  }

  @Test
  void aProcessWithAMissingOrInvalidKeyDoesNotStart() {
    created(USAGE);
    // Of the role that finds it first: tests of others may have stored secrets, too.
    assertRefused(OTHER_KEY, "role needs the same keys");
    assertRefused(OTHER_KEY + ",hidden", "expected base64");
  }

  private static void assertRefused(String keys, String reason) {
    Path directory = TemporaryFiles.directory("refused");
    try {
      ServiceProcess process =
          ServiceProcess.launch(
              directory, RunningService.onSharedStores(Map.of("SHOPWIRE_SECRET_KEYS", keys)));
      Poll.until(Duration.ofSeconds(60), process::output, () -> !process.process().isAlive());
      assertEquals(1, process.process().exitValue());
      String output = process.output();
      assertTrue(
          output
              .lines()
              .filter(line -> line.startsWith("Shopwire can't start."))
              .anyMatch(
                  line ->
                      line.contains("SHOPWIRE_SECRET_KEYS")
                          && line.toLowerCase(Locale.ROOT).contains(reason)),
          output);
      assertFalse(output.contains("hidden") || output.contains(OTHER_KEY), output);
    } finally {
      TemporaryFiles.delete(directory);
    }
  }
}
