package dev.shopwire.webhook.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Signs requests in both ways of docs/api/webhooks.md, over exactly the bytes that are sent: as
 * Standard Webhooks 1.0.0 says, and compatible with the other vendor. A few microseconds of
 * computing; thread-safe.
 */
public final class Signatures {
  private static final String USER_AGENT = "Shopwire";

  private final HeaderNames names;

  public Signatures(HeaderNames names) {
    this.names = names;
  }

  /**
   * All headers of a request but those that HTTP itself needs.
   *
   * @param body of {@link MessageBody}
   * @param unixSeconds when this attempt is made
   * @param secretsNewestFirst those that are valid now; more than one during a rotation
   * @param sequence told to the receiver, so that it sees gaps; null if it isn't
   * @throws IllegalArgumentException if there is no secret
   */
  public Map<String, String> headers(
      Message message,
      Buffer body,
      long unixSeconds,
      List<SigningSecret> secretsNewestFirst,
      @Nullable Long sequence) {
    if (secretsNewestFirst.isEmpty()) {
      throw new IllegalArgumentException("Nothing to sign with");
    }
    byte[] bytes = body.getBytes();
    Map<String, String> headers = new LinkedHashMap<>();
    headers.put("content-type", "application/json");
    headers.put("user-agent", USER_AGENT);
    headers.put("webhook-id", message.webhookId());
    headers.put("webhook-timestamp", Long.toString(unixSeconds));
    headers.put(
        "webhook-signature",
        standard(secretsNewestFirst, standardPrefix(message, unixSeconds), bytes));
    if (sequence != null) {
      headers.put("webhook-sequence", sequence.toString());
    }
    headers.put(names.topic(), message.topic());
    headers.put(names.workspace(), Integer.toString(message.workspaceId()));
    headers.put(names.timestamp(), Long.toString(unixSeconds));
    headers.put(names.hmac(), vendor(secretsNewestFirst, vendorPrefix(unixSeconds), bytes));
    return headers;
  }

  /** What is signed for {@link #headers} with the same arguments. */
  public Explanation explain(
      Message message,
      Buffer body,
      long unixSeconds,
      List<SigningSecret> secretsNewestFirst,
      @Nullable Long sequence) {
    String text = body.toString(UTF_8);
    return new Explanation(
        message.webhookId(),
        unixSeconds,
        text,
        standardPrefix(message, unixSeconds) + text,
        vendorPrefix(unixSeconds) + text,
        headers(message, body, unixSeconds, secretsNewestFirst, sequence));
  }

  private static String standardPrefix(Message message, long unixSeconds) {
    return message.webhookId() + "." + unixSeconds + ".";
  }

  private static String vendorPrefix(long unixSeconds) {
    return unixSeconds + ".";
  }

  /** One signature for each secret: the receiver may hold any of them. */
  private static String standard(List<SigningSecret> secrets, String prefix, byte[] body) {
    byte[] start = prefix.getBytes(UTF_8);
    return secrets.stream()
        .map(secret -> Hmac.of(secret.key(), start, body))
        .map(hmac -> "v1," + Base64.getEncoder().encodeToString(hmac))
        .collect(Collectors.joining(" "));
  }

  /**
   * There is room for one: the oldest valid secret's, so that receivers have until the end of a
   * rotation to take the new one.
   */
  private static String vendor(List<SigningSecret> secrets, String prefix, byte[] body) {
    SigningSecret oldest = secrets.get(secrets.size() - 1);
    return HexFormat.of()
        .formatHex(Hmac.of(oldest.text().getBytes(UTF_8), prefix.getBytes(UTF_8), body));
  }
}
