package dev.shopwire.app.webhooks;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertTrue;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.app.support.Metric;
import dev.shopwire.app.support.OwnService;
import dev.shopwire.app.support.WebhookEndpoint;
import dev.shopwire.common.config.Settings;
import dev.shopwire.common.secrets.SecretVault.Encrypted;
import dev.shopwire.testing.Poll;
import dev.shopwire.testing.Received;
import dev.shopwire.testing.Receiver;
import dev.shopwire.testing.ServiceProcess;
import dev.shopwire.testing.TemporaryFiles;
import dev.shopwire.testing.compat.SignatureCheck;
import dev.shopwire.webhook.secrets.SigningKeys;
import dev.shopwire.webhook.secrets.SigningSecretVault;
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
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Tests replacing the master key while signing secrets are stored (docs: secrets.md). */
@Tag("full")
class WebhookKeyRotationIT {
  private static final Duration TIME = Duration.ofSeconds(30);
  private static final String KEYS = "SHOPWIRE_SECRET_KEYS";

  /** The demo workspace, which the first start creates. */
  private static final long WORKSPACE = 1;

  private static final String PATH = "/hooks";

  /** Secrets for more than two batches of re-encryption. */
  private static final int MANY = 450;

  private static final long FIRST_OF_MANY = 1_000_000;
  private static final long DAMAGED = 2_000_000;

  private static SigningSecretVault vault(String keys) {
    return new SigningSecretVault(
        SigningKeys.config(Settings.load(Path.of("none"), Map.of(KEYS, keys))).load());
  }

  private static String newKey() {
    byte[] key = new byte[32];
    new SecureRandom().nextBytes(key);
    return Base64.getEncoder().encodeToString(key);
  }

  private static String keyIdOf(String key) {
    return vault(key).encrypt(WORKSPACE, 1, "").keyId();
  }

  /** An endpoint with two valid secrets, and its receiver. */
  private record RotatedEndpoint(
      OwnService service, Receiver receiver, WebhookEndpoint endpoint, String next) {
    static RotatedEndpoint create(OwnService service, Receiver receiver) {
      WebhookEndpoint endpoint =
          WebhookEndpoint.make(service.tenants(), Long.toString(WORKSPACE), receiver.url(PATH), "");
      RotatedEndpoint rotated =
          new RotatedEndpoint(service, receiver, endpoint, endpoint.rotate(24));
      // Workers check for changes of their endpoints a few times a second.
      Poll.until(
          TIME,
          () -> "the worker uses the rotated secret",
          () -> SignatureCheck.isStandardSignatureValid(rotated.receiveTest(), rotated.next()));
      return rotated;
    }

    private Received receiveTest() {
      int before = receiver.received(PATH).size();
      endpoint.test();
      return receiver.await(PATH, before + 1, TIME).get(before);
    }

    void assertBothSecretsSign() {
      Received received = receiveTest();
      assertTrue(
          SignatureCheck.isStandardSignatureValid(received, endpoint.secret()),
          "the former secret");
      assertTrue(SignatureCheck.isStandardSignatureValid(received, next), "the current secret");
    }

    JsonNode status() {
      return service.tenants().console().get("/console/api/status").json().path("webhookSecrets");
    }

    void assertStatus(String key, int secrets, int underOldKeys) {
      assertEquals(
          "{\"encryptingKey\":\"%s\",\"secrets\":%d,\"underOldKeys\":%d}"
              .formatted(keyIdOf(key), secrets, underOldKeys),
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
      RotatedEndpoint rotated = RotatedEndpoint.create(service, receiver);
      rotated.assertBothSecretsSign();
      Map<Long, String> many = storeMany(service, vault(oldKey));
      storeDamaged(service, keyIdOf(oldKey));
      rotated.assertStatus(oldKey, MANY + 3, 0);
      assertRefusedWithoutTheOldKey(service, newKey, (MANY + 3) + " with key " + keyIdOf(oldKey));

      assertEquals(0, service.process().stop());
      service.startAgain(Map.of(KEYS, newKey + "," + oldKey));
      awaitUnderOldKeys(rotated, 1);
      rotated.assertStatus(newKey, MANY + 3, 1);
      assertLogReports(service, DAMAGED);
      rotated.assertBothSecretsSign();
      service.sql().run("delete from webhook_secrets where endpoint_id = " + DAMAGED);
      rotated.assertStatus(newKey, MANY + 2, 0);

      assertEquals(0, service.process().stop());
      service.startAgain(Map.of(KEYS, newKey));
      rotated.assertBothSecretsSign();
      rotated.assertStatus(newKey, MANY + 2, 0);
      assertEquals(many, stored(service, vault(newKey)));
    }
  }

  private static void awaitUnderOldKeys(RotatedEndpoint rotated, int expected) {
    Poll.until(
        TIME,
        () -> "re-encrypted: " + rotated.status() + rotated.service().process().output(),
        () -> rotated.status().path("underOldKeys").asInt() == expected);
    String management = rotated.service().process().managementUrl();
    String metric = "shopwire_webhook_secrets_under_old_keys";
    assertEquals(expected, Metric.value(management, metric));
  }

  private static void assertLogReports(OwnService service, long endpointId) {
    Poll.until(
        TIME,
        () -> service.process().output(),
        () ->
            service
                .process()
                .output()
                .contains(
                    "Some signing secrets cannot be decrypted with the key they are stored under, and"
                        + " stay under it; they belong to ["
                        + endpointId
                        + "]"));
  }

  /** Stores a different secret for each of many endpoints that don't exist. */
  private static Map<Long, String> storeMany(OwnService service, SigningSecretVault vault) {
    Map<Long, String> texts = new TreeMap<>();
    StringBuilder rows = new StringBuilder();
    for (long id = FIRST_OF_MANY; id < FIRST_OF_MANY + MANY; id++) {
      String text = SigningSecret.generate().text();
      texts.put(id, text);
      Encrypted encrypted = vault.encrypt(WORKSPACE, id, text);
      rows.append(row(id, encrypted.keyId(), encrypted.bytes().getBytes())).append(';');
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

  private static Map<Long, String> stored(OwnService service, SigningSecretVault vault) {
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
                        .decrypt(
                            WORKSPACE,
                            Long.parseLong(row[0]),
                            new Encrypted(row[1], Buffer.buffer(HexFormat.of().parseHex(row[2]))))
                        .orElseThrow(),
                (one, same) -> one,
                TreeMap::new));
  }

  /** Starts another process on the same stores, so that the one under test keeps running. */
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
      String output = early.output();
      assertTrue(
          output
              .lines()
              .anyMatch(
                  line ->
                      line.startsWith("Shopwire can't start. SHOPWIRE_SECRET_KEYS: ")
                          && line.contains(missing)
                          && line.contains("keep the old key behind the new one")),
          output);
      assertFalse(output.contains(newKey), output);
    } finally {
      TemporaryFiles.delete(directory);
    }
  }
}
