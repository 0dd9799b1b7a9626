package dev.shopwire.webhook.log;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.outbox.Topic;
import dev.shopwire.common.query.PageSize;
import java.nio.ByteBuffer;
import java.util.Base64;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;

/**
 * Selects a page of an endpoint's deliveries.
 *
 * @param status empty for all
 * @param topic empty for all
 * @param before the message of the previous page's last row
 */
record DeliveryFilter(String status, String topic, int take, UUID before) {
  /** Sorts after every message. */
  private static final UUID END = new UUID(-1, -1);

  private static final Set<String> STATUSES =
      Set.of("", Delivery.PENDING, "delivered", "failed", "parked");

  /**
   * @throws Failure 422 for an invalid parameter
   */
  static DeliveryFilter of(Map<String, String> parameters) {
    String status = parameters.getOrDefault("status", "");
    if (!STATUSES.contains(status)) {
      throw Failure.invalidParameter(
          "status", "invalid_status", "status must be pending, delivered, failed or parked");
    }
    String topic = parameters.getOrDefault("topic", "");
    requireTopic(topic);
    return new DeliveryFilter(
        status,
        topic,
        PageSize.of(parameters.get("take")),
        Optional.ofNullable(parameters.get("cursor")).map(DeliveryFilter::read).orElse(END));
  }

  /**
   * @throws Failure 422 for an unknown topic; an empty one is accepted
   */
  static void requireTopic(String topic) {
    if (!topic.isEmpty() && Topic.of(topic).isEmpty()) {
      throw Failure.invalidParameter(
          "topic", "unknown_topic", "topic must be one of Shopwire's topics");
    }
  }

  /** The cursor for the position after a message, as sent to clients. */
  static String cursor(UUID message) {
    ByteBuffer bytes = ByteBuffer.allocate(16);
    bytes.putLong(message.getMostSignificantBits()).putLong(message.getLeastSignificantBits());
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes.array());
  }

  private static UUID read(String cursor) {
    if (cursor.matches("[A-Za-z0-9_-]{22}")) {
      ByteBuffer bytes = ByteBuffer.wrap(Base64.getUrlDecoder().decode(cursor));
      UUID message = new UUID(bytes.getLong(), bytes.getLong());
      if (message.version() == 7 && cursor(message).equals(cursor)) {
        return message;
      }
    }
    throw Failure.invalidParameter("cursor", "invalid_cursor", "This cursor is not valid");
  }
}
