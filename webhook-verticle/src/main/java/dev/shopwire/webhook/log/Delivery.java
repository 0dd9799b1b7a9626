package dev.shopwire.webhook.log;

import dev.shopwire.common.json.Times;
import dev.shopwire.webhook.signing.Message;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The current state of one message's delivery to one endpoint.
 *
 * @param status pending, delivered, failed or parked
 * @param reason why it failed; null if it did not
 * @param sequence the number sent to the receiver; null if none is assigned yet, or ever will be
 * @param nextAt when it is retried; null if it is due now, or waits for the endpoint
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
    Attempts.History history) {
  static final String PENDING = "pending";

  public boolean isPending() {
    return status.equals(PENDING);
  }

  /** When the occurrence that the message reports happened. */
  public Instant at() {
    return Instant.ofEpochMilli(id.messageId().getMostSignificantBits() >>> 16);
  }

  /** As shown in responses (docs/api/webhooks.md). */
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
    json.put("createdAt", Times.format(at()));
    json.put("settledAt", text(settledAt));
    json.put("attemptCount", history.count());
    json.put("attempts", history.last());
    return json;
  }

  private static @Nullable String text(@Nullable Instant moment) {
    return moment == null ? null : Times.format(moment);
  }
}
