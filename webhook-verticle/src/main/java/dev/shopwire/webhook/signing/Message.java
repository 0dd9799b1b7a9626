package dev.shopwire.webhook.signing;

import java.time.Instant;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * What happened, as it is told to every endpoint that wants to hear of it.
 *
 * @param id of version 7
 * @param topic as in {@link dev.shopwire.common.outbox.Topic}
 * @param app through which; null if it was none
 * @param payload a JSON object: the topic's own members
 */
public record Message(UUID id, int workspaceId, String topic, @Nullable App app, String payload) {
  /** The app as bodies show it; {@code id} is a decimal string. */
  public record App(String id, String name, String slug) {}

  /** The id as receivers see it, the same in every attempt and replay. */
  public String webhookId() {
    return webhookId(id);
  }

  public static String webhookId(UUID id) {
    return "msg_" + id.toString().replace("-", "");
  }

  /** When it happened, to the millisecond: the id holds it. */
  public Instant at() {
    return Instant.ofEpochMilli(id.getMostSignificantBits() >>> 16);
  }
}
