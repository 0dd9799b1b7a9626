package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.signing.Message;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * A delivery that is due: one message to one endpoint.
 *
 * @param customerId 0 if the message is about no customer
 * @param place its position in the endpoint's queue
 * @param sequence the number sent to the receiver; null for a test
 * @param attempts so far
 * @param replayId the replay that it belongs to; null if none
 */
record DueDelivery(
    long workspaceId,
    long endpointId,
    int lane,
    long customerId,
    Kind kind,
    long place,
    @Nullable Long sequence,
    int attempts,
    @Nullable Long replayId,
    Message message) {

  /** Why it is due. */
  enum Kind {
    LIVE,
    REPLAY,
    TEST
  }

  UUID messageId() {
    return message.id();
  }

  /** The size of its payload in characters. */
  int size() {
    return message.payload().length();
  }
}
