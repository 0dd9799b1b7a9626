package dev.shopwire.webhook.signing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.shopwire.common.crypto.Hmac;
import io.vertx.core.buffer.Buffer;
import java.util.Base64;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/**
 * Signs requests in both schemes of docs/api/webhooks.md, over exactly the bytes that are sent:
 * Standard Webhooks 1.0.0, and the one of the previous vendor. Takes a few microseconds;
 * thread-safe.
 */
public final class Signatures {
  private static final String USER_AGENT = "Shopwire";

  private final HeaderNames names;

  public Signatures(HeaderNames names) {
    this.names = names;
  }

  /**
   * All headers of a request except those that HTTP itself needs.
   *
   * @param body from {@link MessageBody}
   * @param unixSeconds when this attempt is made
   * @param secretsNewestFirst the currently valid secrets; more than one during a rotation
   * @param sequence sent to the receiver so that it can detect gaps; null to omit it
   * @throws IllegalArgumentException if there is no secret
   */
  public Map<String, String> headers(
      Message message,
      Buffer body,
      long unixSeconds,
      List<SigningSecret> secretsNewestFirst,
      @Nullable Long sequence) {
    if (secretsNewestFirst.isEmpty()) {
      throw new IllegalArgumentException("At least one signing secret is required");
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
    headers.put(names.workspace(), Long.toString(message.workspaceId()));
    headers.put(names.timestamp(), Long.toString(unixSeconds));
    headers.put(names.hmac(), vendor(secretsNewestFirst, vendorPrefix(unixSeconds), bytes));
    return headers;
  }

  /** Shows what {@link #headers} signs when called with the same arguments. */
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

  /** One signature per secret, as the receiver may have any of them. */
  private static String standard(List<SigningSecret> secrets, String prefix, byte[] body) {
    byte[] start = prefix.getBytes(UTF_8);
    return secrets.stream()
        .map(secret -> Hmac.of(secret.key(), start, body))
        .map(hmac -> "v1," + Base64.getEncoder().encodeToString(hmac))
        .collect(Collectors.joining(" "));
  }

  /**
   * The header has room for one signature: the oldest valid secret's, so that receivers have until
   * the end of a rotation to adopt the new one.
   */
  private static String vendor(List<SigningSecret> secrets, String prefix, byte[] body) {
    SigningSecret oldest = secrets.get(secrets.size() - 1);
    return HexFormat.of()
        .formatHex(Hmac.of(oldest.text().getBytes(UTF_8), prefix.getBytes(UTF_8), body));
  }
}
