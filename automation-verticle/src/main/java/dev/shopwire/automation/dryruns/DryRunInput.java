package dev.shopwire.automation.dryruns;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import dev.shopwire.automation.segments.CustomerRows;
import dev.shopwire.common.json.Json;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.tenancy.ShopRef;
import java.time.Instant;
import java.util.Optional;

/**
 * The body of a request for a dry run.
 *
 * @param from empty with a made-up cause
 * @param until empty for now
 * @param version empty for the one that is published, or the draft if there is none
 * @param isDraft whether the draft is asked for
 * @param cause {@code eventName} and {@code properties} of a made-up cause
 */
record DryRunInput(
    Optional<Instant> from,
    Optional<Instant> until,
    Optional<Integer> version,
    boolean isDraft,
    boolean hasOccurredClock,
    boolean runsOut,
    Optional<ShopRef> customer,
    Optional<JsonNode> cause) {
  private static final int MAX_WORD = 20;
  private static final int MAX_CUSTOMER = 253;
  private static final int MAX_NAME = 255;
  private static final int MAX_PROPERTIES = 32 << 10;
  private static final String DRAFT = "draft";

  /**
   * @throws dev.shopwire.common.failure.Failure 400 or 422 if it is invalid
   */
  static DryRunInput read(String body) {
    JsonInput input = JsonInput.strict(body);
    Optional<JsonNode> cause = cause(input);
    Optional<Instant> from = Optional.ofNullable(input.optionalInstant("from").value());
    Optional<Instant> until = Optional.ofNullable(input.optionalInstant("until").value());
    boolean isDraft = DRAFT.equals(input.value("version").textValue());
    Optional<Integer> version =
        isDraft ? Optional.empty() : input.optionalPositiveInt("version", Integer.MAX_VALUE);
    String clock = input.optionalString("clock", MAX_WORD).value();
    boolean isOccurred = "occurred".equals(clock);
    if (clock != null && !isOccurred && !clock.equals("received")) {
      input.addError("clock", "invalid_value", "must be received or occurred");
    }
    Optional<ShopRef> customer = customer(input);
    Boolean runsOut = input.optionalBoolean("runOut").value();
    if (cause.isPresent()) {
      ofMadeUpCause(input, from, until, customer);
    } else if (from.isEmpty() && input.value("from").isMissingNode()) {
      input.addError("from", "required", "is required: the begin of the time");
    }
    if (from.isPresent() && until.isPresent() && !from.get().isBefore(until.get())) {
      input.addError("until", "invalid_value", "must be later than from");
    }
    input.throwIfInvalid();
    return new DryRunInput(
        from,
        until,
        version,
        isDraft,
        isOccurred,
        runsOut == null ? cause.isPresent() : runsOut,
        customer,
        cause);
  }

  private static void ofMadeUpCause(
      JsonInput input,
      Optional<Instant> from,
      Optional<Instant> until,
      Optional<ShopRef> customer) {
    if (customer.isEmpty()) {
      input.addError("customerId", "required", "is required with a cause");
    }
    if (from.isPresent() || until.isPresent()) {
      input.addError(
          from.isPresent() ? "from" : "until",
          "conflicting_fields",
          "can't be sent with a cause, which happens now");
    }
  }

  private static Optional<ShopRef> customer(JsonInput input) {
    Optional<ShopRef> customer =
        Optional.ofNullable(input.optionalString("customerId", MAX_CUSTOMER).value())
            .map(CustomerRows::reference);
    customer
        .flatMap(ShopRef::problem)
        .ifPresent(problem -> input.addError("customerId", problem.code(), problem.message()));
    return customer;
  }

  private static Optional<JsonNode> cause(JsonInput input) {
    JsonNode given = input.value("cause");
    if (given.isMissingNode() || given.isNull()) {
      return Optional.empty();
    }
    JsonInput cause = input.optionalObject("cause");
    ObjectNode json = Json.MAPPER.createObjectNode();
    json.put("eventName", cause.requiredString("eventName", MAX_NAME));
    JsonNode properties = cause.value("properties");
    if (!properties.isMissingNode() && !properties.isNull()) {
      if (!properties.isObject()) {
        cause.addError("properties", "invalid_type", "must be an object");
      } else if (properties.toString().length() > MAX_PROPERTIES) {
        cause.addError("properties", "too_long", "must be at most 32 KiB of JSON");
      }
      json.set("properties", properties);
    }
    return Optional.of(json);
  }
}
