package dev.shopwire.automation.suppressions;

import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.query.NumericId;
import java.util.Optional;

/**
 * The body of a request that suppresses an address.
 *
 * @param topicId 0 for all topics
 */
record SuppressionInput(String email, long topicId) {
  private static final int MAX_ID = 20;
  private static final int MAX_REASON = 100;

  /**
   * @throws dev.shopwire.common.failure.Failure 422 with every fault but an unknown topic
   */
  static SuppressionInput read(String body) {
    JsonInput input = JsonInput.strict(body);
    String email = AddressInput.read(input);
    String reason = input.optionalString("reason", MAX_REASON).value();
    if (reason != null && !reason.equals(Suppression.MANUAL)) {
      input.addError(
          "reason",
          "invalid_choice",
          "must be manual; other reasons follow from what happens to mails");
    }
    String topic = input.optionalString("topicId", MAX_ID).value();
    Optional<Long> topicId = topic == null ? Optional.of(0L) : NumericId.parse(topic);
    if (topicId.isEmpty()) {
      input.addError("topicId", SuppressionHandlers.UNKNOWN_TOPIC, "must be the id of a topic");
    }
    input.throwIfInvalid();
    return new SuppressionInput(email, topicId.orElseThrow());
  }
}
