package dev.shopwire.ingest.events;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A request as it was read: what can be stored, and what is wrong with the rest.
 *
 * @param events the valid ones, in their order
 * @param identified whether each valid event came with an id of the caller's
 * @param faults of all rejected events
 * @param warnings members that nobody knows
 */
record UsageEventRequest(
    List<UsageEvent> events,
    boolean identified,
    List<Rejection> rejected,
    List<Fault> faults,
    List<Fault> warnings) {

  /** One event that is not stored, and why. */
  record Rejection(int index, @Nullable String eventId, String code, String message) {
    static Rejection of(int index, Optional<String> eventId, List<Fault> faults) {
      String message = String.join("; ", faults.stream().map(Fault::message).toList());
      return new Rejection(index, eventId.orElse(null), faults.get(0).code(), message);
    }
  }

  /** Why nothing of this request can be stored, if so. */
  Optional<Failure> refusal() {
    return events.isEmpty()
        ? Optional.of(refusal(faults.stream().distinct().toList(), rejected))
        : Optional.empty();
  }

  /** Nothing is stored: each fault, and each event of a batch. */
  static Failure refusal(List<Fault> faults, List<Rejection> rejected) {
    return Failure.invalid(faults).with("rejected", rejected);
  }
}
