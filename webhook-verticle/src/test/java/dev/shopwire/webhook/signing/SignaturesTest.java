package dev.shopwire.webhook.signing;

import static org.junit.jupiter.api.Assertions.assertDoesNotThrow;
import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;

import com.standardwebhooks.Webhook;
import com.standardwebhooks.exceptions.WebhookVerificationException;
import dev.shopwire.common.crypto.Hmac;
import dev.shopwire.common.json.Uuid7;
import dev.shopwire.webhook.compat.VendorHeaders;
import io.vertx.core.buffer.Buffer;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;

class SignaturesTest {
  private static final HeaderNames NAMES =
      new HeaderNames(
          VendorHeaders.HMAC,
          VendorHeaders.TIMESTAMP,
          VendorHeaders.TOPIC,
          VendorHeaders.WORKSPACE);
  private static final Duration TOO_OLD = Duration.ofMinutes(5).plusSeconds(2);

  private final Signatures signatures = new Signatures(NAMES);
  private final SigningSecret older = SigningSecret.generate();
  private final SigningSecret newer = SigningSecret.generate();
  private final Message message =
      new Message(
          Uuid7.next(),
          7,
          "webhooks/test",
          new Message.App("3", "Demo \ud83d\ude00", "demo-app"),
          "{\"test\": {\"10\": 1.0, \"2\": \"\u2028\"}}");
  private final Buffer body = MessageBody.of(message);

  private Map<String, String> headers(Instant at, SigningSecret... newestFirst) {
    return signatures.headers(message, body, at.getEpochSecond(), List.of(newestFirst), null);
  }

  private static void verify(SigningSecret secret, Buffer body, Map<String, String> headers)
      throws Exception {
    Map<String, List<String>> received =
        headers.entrySet().stream()
            .collect(Collectors.toMap(Map.Entry::getKey, header -> List.of(header.getValue())));
    new Webhook(secret.text()).verify(body.toString(), received);
  }

  /** The id in the specification's test vector has another format, so only the bytes are signed. */
  @Test
  void theStandardsTestVectorMatches() {
    byte[] key = SigningSecret.of("whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSw").key();
    byte[] hmac =
        Hmac.of(
            key,
            "msg_p5jXN8AQM9LWM0D4loKWxJek.1614265330.".getBytes(StandardCharsets.UTF_8),
            "{\"test\": 2432232314}".getBytes(StandardCharsets.UTF_8));
    assertEquals(
        "g0hM9SsE+OTPJTGt/tmIKtSyZlE3uFJELVlNIOLJ1OE=", Base64.getEncoder().encodeToString(hmac));
  }

  @Test
  void theVendorsTestVectorMatches() {
    byte[] hmac =
        Hmac.of(
            "test_signing_secret".getBytes(StandardCharsets.UTF_8),
            "1700000000.".getBytes(StandardCharsets.UTF_8),
            ("{\"id\":\"evt_1\",\"type\":\"usage_event\",\"date\":\"2023-11-14T22:13:20.000Z\","
                    + "\"eventName\":\"report_exported\"}")
                .getBytes(StandardCharsets.UTF_8));
    assertEquals(
        "5eed2cd7993b09f19b9e48ea0464daca0ce5bb8bd283b57d9a8d22a6ce32b76d",
        HexFormat.of().formatHex(hmac));
  }

  @Test
  void aReceiverAcceptsEitherSecretOfARotation() {
    Map<String, String> headers = headers(Instant.now(), newer, older);
    assertDoesNotThrow(() -> verify(newer, body, headers));
    assertDoesNotThrow(() -> verify(older, body, headers));
  }

  @Test
  void aReceiverWithAnotherSecretRejectsTheRequest() {
    Map<String, String> headers = headers(Instant.now(), newer, older);
    assertThrows(
        WebhookVerificationException.class, () -> verify(SigningSecret.generate(), body, headers));
  }

  @Test
  void aReceiverRejectsEveryChangedByte() {
    Map<String, String> headers = headers(Instant.now(), newer);
    String text = body.toString();
    for (int at = 0; at < text.length(); at++) {
      String changed = text.substring(0, at) + 'x' + text.substring(at + 1);
      if (!changed.equals(text)) {
        assertThrows(
            WebhookVerificationException.class,
            () -> verify(newer, Buffer.buffer(changed), headers));
      }
    }
  }

  @Test
  void aReceiverRejectsAnOldRequest() {
    Map<String, String> headers = headers(Instant.now().minus(TOO_OLD), newer);
    assertThrows(WebhookVerificationException.class, () -> verify(newer, body, headers));
  }

  @Test
  void theVendorsHeaderIsSignedWithTheOldestValidSecret() {
    Instant at = Instant.ofEpochSecond(1_700_000_000);
    String expected =
        HexFormat.of()
            .formatHex(
                Hmac.of(
                    older.text().getBytes(StandardCharsets.UTF_8),
                    ("1700000000." + body).getBytes(StandardCharsets.UTF_8)));
    assertEquals(expected, headers(at, newer, older).get(VendorHeaders.HMAC));
    assertEquals(expected, headers(at, older).get(VendorHeaders.HMAC));
  }

  @Test
  void aRequestHasTheDocumentedHeaders() {
    Instant at = Instant.ofEpochSecond(1_700_000_000);
    Map<String, String> headers = headers(at, newer);
    assertEquals("application/json", headers.get("content-type"));
    assertEquals("Shopwire", headers.get("user-agent"));
    assertEquals(message.webhookId(), headers.get("webhook-id"));
    assertEquals("1700000000", headers.get("webhook-timestamp"));
    assertEquals("1700000000", headers.get(VendorHeaders.TIMESTAMP));
    assertEquals("webhooks/test", headers.get(VendorHeaders.TOPIC));
    assertEquals("7", headers.get(VendorHeaders.WORKSPACE));
    assertFalse(headers.containsKey("webhook-sequence"));
  }

  @Test
  void theSequenceIsAHeader() {
    assertEquals(
        "42", signatures.headers(message, body, 0, List.of(newer), 42L).get("webhook-sequence"));
  }

  @Test
  void anExplanationContainsTheSignedContent() {
    List<SigningSecret> secrets = List.of(newer, older);
    Explanation explanation = signatures.explain(message, body, 1_700_000_000, secrets, 42L);
    assertEquals(
        signatures.headers(message, body, 1_700_000_000, secrets, 42L), explanation.headers());
    assertEquals(body.toString(), explanation.body());
    byte[] standard =
        Hmac.of(newer.key(), explanation.standardContent().getBytes(StandardCharsets.UTF_8));
    assertEquals(
        "v1," + Base64.getEncoder().encodeToString(standard),
        explanation.headers().getOrDefault("webhook-signature", "").split(" ", -1)[0]);
    byte[] vendor =
        Hmac.of(
            older.text().getBytes(StandardCharsets.UTF_8),
            explanation.vendorContent().getBytes(StandardCharsets.UTF_8));
    assertEquals(HexFormat.of().formatHex(vendor), explanation.headers().get(VendorHeaders.HMAC));
  }

  @Test
  void withoutASecretNothingIsSigned() {
    assertThrows(
        IllegalArgumentException.class,
        () -> signatures.headers(message, body, 0, List.of(), null));
  }
}
