package dev.shopwire.console.pages.webhooks;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.crypto.Hmac;
import dev.shopwire.common.json.Json;
import java.security.MessageDigest;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.HexFormat;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;

/**
 * Verifies the signatures of a webhook as its receiver does, and says why one is not valid
 * (docs/api/webhooks.md).
 */
final class SignatureVerification {
  private static final String PREFIX = "whsec_";
  private static final int MIN_KEY = 24;
  private static final int MAX_KEY = 64;

  /** What libraries for Standard Webhooks allow. */
  private static final Duration TOLERANCE = Duration.ofMinutes(5);

  private final String secret;
  private final Instant now;

  private SignatureVerification(String secret, Instant now) {
    this.secret = secret;
    this.now = now;
  }

  /**
   * @param header the name of the signature's header
   * @param why also what is remarkable about a valid one
   */
  record Finding(String header, boolean isValid, String why) {}

  /** The findings about each signature of the request; that of Standard Webhooks comes first. */
  static List<Finding> of(ReceivedRequest request, String secret, Instant now) {
    SignatureVerification verification = new SignatureVerification(secret.strip(), now);
    List<Finding> findings = new ArrayList<>();
    Optional<Map.Entry<String, String>> hex = request.hexSignature();
    if (request.missing().size() < 3 || hex.isEmpty()) {
      findings.add(verification.standard(request));
    }
    hex.ifPresent(header -> findings.add(verification.hexadecimal(request, header)));
    return findings;
  }

  private Finding standard(ReceivedRequest request) {
    Optional<String> unusable = unusable(request);
    if (unusable.isPresent()) {
      return new Finding(ReceivedRequest.SIGNATURE, false, unusable.get());
    }
    for (ReceivedRequest variant : variants(request)) {
      if (isSigned(variant)) {
        return new Finding(
            ReceivedRequest.SIGNATURE, true, remarks(request, variant) + age(request));
      }
    }
    return new Finding(ReceivedRequest.SIGNATURE, false, difference(request));
  }

  /** Why nothing can be computed. */
  private Optional<String> unusable(ReceivedRequest request) {
    if (!request.missing().isEmpty()) {
      return Optional.of("Missing headers: " + String.join(", ", request.missing()));
    }
    if (!request.header(ReceivedRequest.TIMESTAMP).matches("\\d{1,12}")) {
      return Optional.of("webhook-timestamp must be Unix time in whole seconds");
    }
    if (signatures(request).isEmpty()) {
      return Optional.of("webhook-signature has no signature that starts with v1,");
    }
    return key().isEmpty()
        ? Optional.of("The secret must be whsec_ followed by the base64 of 24 to 64 bytes")
        : Optional.empty();
  }

  private static List<String> signatures(ReceivedRequest request) {
    return Arrays.stream(request.header(ReceivedRequest.SIGNATURE).split("\\s+", -1))
        .filter(signature -> signature.startsWith("v1,"))
        .map(signature -> signature.substring("v1,".length()))
        .toList();
  }

  private Optional<byte[]> key() {
    if (!secret.startsWith(PREFIX)) {
      return Optional.empty();
    }
    try {
      return Optional.of(Base64.getDecoder().decode(secret.substring(PREFIX.length())))
          .filter(key -> key.length >= MIN_KEY && key.length <= MAX_KEY);
    } catch (IllegalArgumentException e) {
      return Optional.empty();
    }
  }

  private boolean isSigned(ReceivedRequest request) {
    byte[] key = key().orElseThrow();
    String head =
        request.header(ReceivedRequest.ID) + "." + request.header(ReceivedRequest.TIMESTAMP) + ".";
    byte[] expected = Base64.getEncoder().encode(hmac(key, head, request));
    return signatures(request).stream()
        .anyMatch(signature -> MessageDigest.isEqual(expected, signature.getBytes(UTF_8)));
  }

  private static byte[] hmac(byte[] key, String head, ReceivedRequest request) {
    return Hmac.of(key, head.getBytes(UTF_8), request.body().getBytes(UTF_8));
  }

  /** Browsers send line breaks as CRLF, and pasting often adds one at the end. */
  private static List<ReceivedRequest> variants(ReceivedRequest request) {
    String lines = request.body().replace("\r\n", "\n");
    return List.of(
        request, request.withBody(lines), request.withBody(lines.replaceFirst("\n+$", "")));
  }

  private static String remarks(ReceivedRequest request, ReceivedRequest variant) {
    return variant.body().length() >= request.body().replace("\r\n", "\n").length()
        ? ""
        : "Without the line break at the end of the pasted body. ";
  }

  private String age(ReceivedRequest request) {
    Instant at = Instant.ofEpochSecond(Long.parseLong(request.header(ReceivedRequest.TIMESTAMP)));
    Duration age = Duration.between(at, now).abs();
    return age.compareTo(TOLERANCE) <= 0
        ? ""
        : "Its timestamp is %d minutes from now; libraries reject more than %d."
            .formatted(age.toMinutes(), TOLERANCE.toMinutes());
  }

  private String difference(ReceivedRequest request) {
    if (compact(request.body()).filter(body -> isSigned(request.withBody(body))).isPresent()) {
      return "The signature is that of the same JSON without white space: the body was changed"
          + " after it was received. Verify the bytes before anything parses them";
    }
    return "No signature fits: the secret, the body, webhook-id or webhook-timestamp is not the"
        + " one that was signed";
  }

  private static Optional<String> compact(String body) {
    try {
      return Optional.of(Json.MAPPER.readTree(body).toString());
    } catch (JsonProcessingException e) {
      return Optional.empty();
    }
  }

  /** Over timestamp and body, with the secret's text as key. */
  private Finding hexadecimal(ReceivedRequest request, Map.Entry<String, String> header) {
    if (secret.isEmpty() || request.timestamps().isEmpty()) {
      return new Finding(header.getKey(), false, "No header has the timestamp, in Unix seconds");
    }
    byte[] given = header.getValue().toLowerCase(Locale.ROOT).getBytes(UTF_8);
    boolean isValid =
        variants(request).stream()
            .anyMatch(
                variant ->
                    request.timestamps().stream()
                        .anyMatch(time -> MessageDigest.isEqual(given, hex(variant, time))));
    return new Finding(
        header.getKey(),
        isValid,
        isValid
            ? ""
            : "Another secret, body or timestamp was signed. During a rotation it is the previous"
                + " secret");
  }

  private byte[] hex(ReceivedRequest request, String timestamp) {
    byte[] hmac = hmac(secret.getBytes(UTF_8), timestamp + ".", request);
    return HexFormat.of().formatHex(hmac).getBytes(UTF_8);
  }
}
