package dev.shopwire.automation.templates.store;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import dev.shopwire.automation.segments.CustomerRows;
import dev.shopwire.automation.templates.recipients.Recipient;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.JsonTypes;
import dev.shopwire.common.json.StorableText;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.tenancy.ShopRef;
import java.util.Optional;

/**
 * The body of a request for a preview.
 *
 * @param contactId {@link Recipient#NO_CONTACT} for none
 * @param event the properties of an event; a missing node for none
 */
record PreviewInput(ShopRef customer, long contactId, JsonNode event) {
  /** In bytes of compact JSON: about what a usage event may have. */
  static final int MAX_EVENT = 32 << 10;

  private static final String CUSTOMER = "customerId";
  private static final String CONTACT = "contactId";
  private static final String EVENT = "event";
  private static final int MAX_REFERENCE = 253;

  /**
   * @throws dev.shopwire.common.failure.Failure 422 with every fault
   */
  static PreviewInput read(String body) {
    JsonInput input = JsonInput.strict(body);
    String reference = input.requiredString(CUSTOMER, MAX_REFERENCE);
    ShopRef customer = CustomerRows.reference(reference);
    customer
        .problem()
        .filter(problem -> !reference.isEmpty())
        .ifPresent(problem -> input.addError(CUSTOMER, problem.code(), problem.message()));
    long contactId = contact(input);
    JsonNode event = event(input);
    input.throwIfInvalid();
    return new PreviewInput(customer, contactId, event);
  }

  private static long contact(JsonInput input) {
    JsonNode value = input.value(CONTACT);
    if (value.isMissingNode() || value.isNull()) {
      return Recipient.NO_CONTACT;
    }
    Optional<Long> id = value.isTextual() ? NumericId.parse(value.textValue()) : Optional.empty();
    if (id.isEmpty() || id.get() == Recipient.NO_CONTACT) {
      input.addError(CONTACT, "invalid_id", "must be the id of a contact, as a string, or null");
    }
    return id.orElse(Recipient.NO_CONTACT);
  }

  private static JsonNode event(JsonInput input) {
    JsonNode value = input.value(EVENT);
    if (value.isMissingNode() || value.isNull()) {
      return MissingNode.getInstance();
    }
    if (!value.isObject()) {
      input.addError(
          EVENT, "invalid_type", "must be an object or null, got " + JsonTypes.name(value));
      return MissingNode.getInstance();
    }
    long bytes = StorableText.utf8Length(value.toString());
    if (bytes > MAX_EVENT) {
      input.addError(
          EVENT, "too_large", "must have at most " + MAX_EVENT + " bytes as JSON, got " + bytes);
    }
    return value;
  }
}
