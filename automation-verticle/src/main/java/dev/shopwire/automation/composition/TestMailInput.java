package dev.shopwire.automation.composition;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.mail.message.InvalidAddress;
import dev.shopwire.automation.mail.message.MailAddress;
import dev.shopwire.automation.segments.CustomerRows;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.ShopRef;
import java.util.Optional;

/**
 * The body of a request for a test mail.
 *
 * @param customer whose values are shown; empty: placeholders stand for themselves
 * @param senderId empty for the workspace's default
 */
record TestMailInput(String to, Optional<ShopRef> customer, Optional<Long> senderId) {
  private static final String TO = "to";
  private static final String CUSTOMER = "customerId";
  private static final String SENDER = "sender";
  private static final int MAX_REFERENCE = 253;

  /**
   * @throws dev.shopwire.common.failure.Failure 422 with every fault but an unknown sender
   */
  static TestMailInput read(String body) {
    JsonInput input = JsonInput.strict(body);
    String to = to(input);
    Optional<ShopRef> customer =
        Optional.ofNullable(input.optionalString(CUSTOMER, MAX_REFERENCE).value())
            .map(CustomerRows::reference);
    customer
        .flatMap(ShopRef::problem)
        .ifPresent(problem -> input.addError(CUSTOMER, problem.code(), problem.message()));
    Optional<Long> sender = sender(input);
    input.throwIfInvalid();
    return new TestMailInput(to, customer, sender);
  }

  private static String to(JsonInput input) {
    String to = input.requiredString(TO, MailAddress.MAX_LENGTH);
    if (!to.isEmpty()) {
      try {
        return MailAddress.parse(to).toString();
      } catch (InvalidAddress e) {
        input.addError(TO, "invalid_email", "must be an e-mail address; it " + e.getMessage());
      }
    }
    return to;
  }

  private static Optional<Long> sender(JsonInput input) {
    JsonNode given = input.value(SENDER);
    if (given.isMissingNode() || given.isNull()) {
      return Optional.empty();
    }
    Optional<Long> id = given.isTextual() ? NumericId.parse(given.textValue()) : Optional.empty();
    if (id.isEmpty()) {
      input.addError(SENDER, "unknown_sender", "must be the id of a sender, as a string, or null");
    }
    return id;
  }
}
