package dev.shopwire.webhook.log;

import dev.shopwire.common.json.Times;
import dev.shopwire.webhook.signing.Message;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * What became of one message at one endpoint, up to now.
 *
 * @param status pending, delivered, failed or parked
 * @param reason why it failed; null if it didn't
 * @param sequence that the receiver is told; null if none was given yet, or ever is
 * @param nextAt of one that is tried again; null if it is its turn, or waits for the endpoint
 * @param settledAt when it ended; null while it is pending
 */
public record Delivery(
    DeliveryId id,
    String topic,
    String status,
    @Nullable String reason,
    String kind,
    @Nullable Long sequence,
    @Nullable Instant nextAt,
    @Nullable Instant settledAt,
    Attempts.Tried tried) {
  static final String PENDING = "pending";

  public boolean isPending() {
    return status.equals(PENDING);
  }

  /** When it happened that the message tells of. */
  public Instant at() {
    return Instant.ofEpochMilli(id.messageId().getMostSignificantBits() >>> 16);
  }

  /** As answers show it (docs/api/webhooks.md). */
  public Map<String, @Nullable Object> json() {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", id.toString());
    json.put("webhookId", Message.webhookId(id.messageId()));
    json.put("topic", topic);
    json.put("status", status);
    if (reason != null) {
      json.put("reason", reason);
    }
    json.put("kind", kind);
    json.put("sequence", sequence);
    json.put("nextAttemptAt", text(nextAt));
    json.put("createdAt", Times.text(at()));
    json.put("settledAt", text(settledAt));
    json.put("attemptCount", tried.count());
    json.put("attempts", tried.last());
    return json;
  }

  private static @Nullable String text(@Nullable Instant moment) {
    return moment == null ? null : Times.text(moment);
  }
}
