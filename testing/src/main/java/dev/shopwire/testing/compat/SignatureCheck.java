package dev.shopwire.testing.compat;

import dev.shopwire.testing.Received;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.Optional;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;

/** Verifies signatures over the received bytes, as real receivers do (docs/api/webhooks.md). */
public final class SignatureCheck {
  public static final String SIGNATURE = "x-mantle-hmac-sha256";
  public static final String TOPIC = "x-mantle-webhook-topic";
  public static final String WORKSPACE = "x-mantle-org-id";
  private static final String TIMESTAMP = "x-timestamp";
  private static final String PREFIX = "whsec_";

  private SignatureCheck() {}

  /** The first signature error for a single secret; empty if the signatures are valid. */
  public static Optional<String> findError(Received received, String secret) {
    if (!received.header(TIMESTAMP).equals(received.header("webhook-timestamp"))) {
      return Optional.of("the timestamps differ: " + received.headers());
    }
    if (!isVendorSignatureValid(received, secret)) {
      return Optional.of("the vendor's signature is wrong: " + received);
    }
    return isStandardSignatureValid(received, secret)
        ? Optional.empty()
        : Optional.of("no standard signature is valid: " + received);
  }

  /** Whether the vendor's signature was made with {@code secret}. */
  public static boolean isVendorSignatureValid(Received received, String secret) {
    byte[] expected =
        hmac(secret.getBytes(StandardCharsets.UTF_8), received.header(TIMESTAMP) + ".", received);
    return HexFormat.of().formatHex(expected).equals(received.header(SIGNATURE));
  }

  /** Whether one of the Standard Webhooks signatures was made with {@code secret}. */
  public static boolean isStandardSignatureValid(Received received, String secret) {
    byte[] key = Base64.getDecoder().decode(secret.substring(PREFIX.length()));
    String head = received.webhookId() + "." + received.header("webhook-timestamp") + ".";
    String expected = "v1," + Base64.getEncoder().encodeToString(hmac(key, head, received));
    return Arrays.asList(received.header("webhook-signature").split(" ", -1)).contains(expected);
  }

  private static byte[] hmac(byte[] key, String head, Received received) {
    try {
      Mac mac = Mac.getInstance("HmacSHA256");
      mac.init(new SecretKeySpec(key, "HmacSHA256"));
      mac.update(head.getBytes(StandardCharsets.UTF_8));
      return mac.doFinal(received.body().getBytes());
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
