package dev.shopwire.ingest.events;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request as it was read: the valid events, and the validation errors of the others.
 *
 * @param events the valid events in their order
 * @param identified whether the caller sent an id with every valid event
 * @param errors the validation errors of all rejected events
 * @param warnings unknown fields and other warnings
 */
record UsageEventRequest(
    List<UsageEvent> events,
    boolean identified,
    List<Rejection> rejected,
    List<ValidationError> errors,
    List<ValidationError> warnings) {

  /** An event that is not stored, and the reason. */
  record Rejection(int index, @Nullable String eventId, String code, String message) {
    static Rejection of(int index, Optional<String> eventId, List<ValidationError> errors) {
      String message = String.join("; ", errors.stream().map(ValidationError::message).toList());
      return new Rejection(index, eventId.orElse(null), errors.get(0).code(), message);
    }
  }

  /** The failure if no event of this request can be stored. */
  Optional<Failure> refusal() {
    return events.isEmpty()
        ? Optional.of(refusal(errors.stream().distinct().toList(), rejected))
        : Optional.empty();
  }

  /** The failure with all validation errors and all rejected events. */
  static Failure refusal(List<ValidationError> errors, List<Rejection> rejected) {
    return Failure.invalid(errors).with("rejected", rejected);
  }
}
