package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.common.config.Settings;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.compat.SignatureCheck;
import dev.shopwire.webhook.secrets.SecretKeys;
import dev.shopwire.webhook.secrets.SecretVault;
import dev.shopwire.webhook.secrets.SecretsConfig;
import dev.shopwire.webhook.signing.SigningSecret;
import io.vertx.core.buffer.Buffer;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

/** The master key of signing secrets is replaced while secrets are stored (docs: secrets.md). */
class WebhookKeyRotationIT {
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final String KEYS = "SHOPWIRE_WEBHOOK_SECRET_KEYS";

  /** The demo workspace, which the first start makes. */
  private static final int WORKSPACE = 1;

  private static final String PATH = "/hooks";

  /** More than two of the batches in which secrets are re-encrypted. */
  private static final int MANY = 450;

  private static final long FIRST_OF_MANY = 1_000_000;
  private static final long DAMAGED = 2_000_000;

  private static SecretVault vault(String keys) {
    return new SecretVault(
        SecretKeys.load(SecretsConfig.of(Settings.load(Path.of("none"), Map.of(KEYS, keys)))));
  }

  private static String newKey() {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    return Base64.getEncoder().encodeToString(key);
  }

  private static String idOf(String key) {
    return vault(key).seal(WORKSPACE, 1, "").keyId();
  }

  /** An endpoint with two valid secrets, and who receives what it is sent. */
  private record Stage(
      OwnService service, Receiver receiver, WebhookEndpoint endpoint, String next) {
    static Stage make(OwnService service, Receiver receiver) {
      WebhookEndpoint endpoint =
          WebhookEndpoint.make(
              service.tenants(), Integer.toString(WORKSPACE), receiver.url(PATH), "");
      Stage stage = new Stage(service, receiver, endpoint, endpoint.rotate(24));
      // Whoever delivers looks for changes of its endpoints a few times a second.
      Poll.until(
          TIME,
          () -> "the rotation of the endpoint's secret is known",
          () -> SignatureCheck.isStandardSignatureValid(stage.receive(), stage.next()));
      return stage;
    }

    private Received receive() {
      int before = receiver.received(PATH).size();
      endpoint.test();
      return receiver.await(PATH, before + 1, TIME).get(before);
    }

    void assertBothSecretsSign() {
      Received received = receive();
      assertTrue(
          SignatureCheck.isStandardSignatureValid(received, endpoint.secret()), "the former one");
      assertTrue(SignatureCheck.isStandardSignatureValid(received, next), "the current one");
    }

    JsonNode status() {
      return service.tenants().console().get("/console/api/status").json().path("webhookSecrets");
    }

    void assertStatus(String key, int secrets, int underOldKeys) {
      assertEquals(
          "{\"encryptingKey\":\"%s\",\"secrets\":%d,\"underOldKeys\":%d}"
              .formatted(idOf(key), secrets, underOldKeys),
          status().toString());
    }
  }

  @Test
  void afterARotationSignaturesVerifyAndTheOldKeyMayBeRemoved() throws IOException {
    Map<String, String> settings =
        Map.of("SHOPWIRE_VERTICLES", "webhook,console", "SHOPWIRE_WEBHOOK_ALLOW_PRIVATE", "true");
    try (OwnService service = new OwnService(settings);
        Receiver receiver = new Receiver()) {
      String oldKey = Files.readString(service.directory().resolve("data/webhook.key")).trim();
      String newKey = newKey();
      Stage stage = Stage.make(service, receiver);
      stage.assertBothSecretsSign();
      Map<Long, String> many = storeMany(service, vault(oldKey));
      storeDamaged(service, idOf(oldKey));
      stage.assertStatus(oldKey, MANY + 3, 0);
      assertRefusedWithoutTheOldKey(service, newKey, (MANY + 3) + " with key " + idOf(oldKey));

      assertEquals(0, service.process().stop());
      service.startAgain(Map.of(KEYS, newKey + "," + oldKey));
      awaitLeft(stage, 1);
      stage.assertStatus(newKey, MANY + 3, 1);
      assertTheLogNames(service, DAMAGED);
      stage.assertBothSecretsSign();
      service.sql().run("delete from webhook_secrets where endpoint_id = " + DAMAGED);
      stage.assertStatus(newKey, MANY + 2, 0);

      assertEquals(0, service.process().stop());
      service.startAgain(Map.of(KEYS, newKey));
      stage.assertBothSecretsSign();
      stage.assertStatus(newKey, MANY + 2, 0);
      assertEquals(many, stored(service, vault(newKey)));
    }
  }

  private static void awaitLeft(Stage stage, int left) {
    Poll.until(
        TIME,
        () -> "re-encrypted: " + stage.status() + stage.service().process().output(),
        () -> stage.status().path("underOldKeys").asInt() == left);
    String management = stage.service().process().managementUrl();
    String metric = "shopwire_webhook_secrets_under_old_keys";
    assertEquals(left, Metric.value(management, metric));
  }

  private static void assertTheLogNames(OwnService service, long endpointId) {
    Poll.until(
        TIME,
        () -> service.process().output(),
        () ->
            service
                .process()
                .output()
                .contains(
                    "Signing secrets of webhook endpoints ["
                        + endpointId
                        + "] cannot be decrypted"));
  }

  /** Of endpoints that don't exist, each with its own text. */
  private static Map<Long, String> storeMany(OwnService service, SecretVault vault) {
    Map<Long, String> texts = new TreeMap<>();
    StringBuilder rows = new StringBuilder();
    for (long id = FIRST_OF_MANY; id < FIRST_OF_MANY + MANY; id++) {
      String text = SigningSecret.generate().text();
      texts.put(id, text);
      SecretVault.Sealed sealed = vault.seal(WORKSPACE, id, text);
      rows.append(row(id, sealed.keyId(), sealed.bytes().getBytes())).append(';');
    }
    service.sql().run(rows.toString());
    return texts;
  }

  private static void storeDamaged(OwnService service, String keyId) {
    service.sql().run(row(DAMAGED, keyId, new byte[100]));
  }

  private static String row(long endpointId, String keyId, byte[] sealed) {
    return "insert into webhook_secrets (workspace_id, endpoint_id, key_id, sealed)"
        + " values (%d, %d, '%s', decode('%s', 'hex'))"
            .formatted(WORKSPACE, endpointId, keyId, HexFormat.of().formatHex(sealed));
  }

  private static Map<Long, String> stored(OwnService service, SecretVault vault) {
    String rows =
        service
            .sql()
            .text(
                """
                select string_agg(endpoint_id || ' ' || key_id || ' ' || encode(sealed, 'hex'), ',')
                from webhook_secrets where endpoint_id >= ?
                """,
                FIRST_OF_MANY);
    return List.of(rows.split(",", -1)).stream()
        .map(row -> row.split(" ", -1))
        .collect(
            Collectors.toMap(
                row -> Long.valueOf(row[0]),
                row ->
                    vault
                        .open(
                            WORKSPACE,
                            Long.parseLong(row[0]),
                            new SecretVault.Sealed(
                                row[1], Buffer.buffer(HexFormat.of().parseHex(row[2]))))
                        .orElseThrow(),
                (one, same) -> one,
                TreeMap::new));
  }

  /** As another process on the same stores, so that the one under test can go on. */
  private static void assertRefusedWithoutTheOldKey(
      OwnService service, String newKey, String missing) {
    Path directory = TemporaryFiles.directory("too-early");
    try {
      ServiceProcess early =
          ServiceProcess.launch(
              directory,
              Map.of(
                  "SHOPWIRE_POSTGRES_URI",
                  service.postgresUri(),
                  "SHOPWIRE_REDIS_URI",
                  service.redis().uri(),
                  "SHOPWIRE_VERTICLES",
                  "webhook",
                  KEYS,
                  newKey));
      Poll.until(TIME, early::output, () -> !early.process().isAlive());
      assertEquals(1, early.process().exitValue());
      String said = early.output();
      assertTrue(
          said.lines()
              .anyMatch(
                  line ->
                      line.startsWith("Shopwire can't start. SHOPWIRE_WEBHOOK_SECRET_KEYS: ")
                          && line.contains(missing)
                          && line.contains("keep the old key behind the new one")),
          said);
      assertFalse(said.contains(newKey), said);
    } finally {
      TemporaryFiles.delete(directory);
    }
  }
}
