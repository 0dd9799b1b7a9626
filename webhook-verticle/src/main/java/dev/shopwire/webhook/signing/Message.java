package dev.shopwire.webhook.signing;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * An occurrence as it is reported to every subscribed endpoint.
 *
 * @param id a version 7 UUID
 * @param topic as in {@link dev.shopwire.common.outbox.Topic}
 * @param app the app that it came through; null if none
 * @param payload a JSON object with the topic's own fields
 */
public record Message(UUID id, long workspaceId, String topic, @Nullable App app, String payload) {
  /** The app as shown in bodies; {@code id} is a decimal string. */
  public record App(String id, String name, String slug) {}

  /** The id as receivers see it, the same in every attempt and replay. */
  public String webhookId() {
    return webhookId(id);
  }

  public static String webhookId(UUID id) {
    return "msg_" + id.toString().replace("-", "");
  }

  /** When it happened, to the millisecond, as encoded in the id. */
  public Instant at() {
    return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
  }
}
