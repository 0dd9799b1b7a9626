package dev.shopwire.common.bus;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.BoundedJson;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * A failure as it is sent over the bus.
 *
 * @param extensions null from a process of an earlier version
 */
record FailureMessage(
    Code code,
    String reason,
    String message,
    List<ValidationError> faults,
    long retryAfterMillis,
    @Nullable Map<String, Object> extensions) {
  private static final long NO_RETRY = -1;

  /** How many faults are kept when all of them would be too long. */
  private static final int REDUCED_ERRORS = 100;

  static FailureMessage of(Failure failure) {
    return new FailureMessage(
        failure.code(),
        failure.reason(),
        failure.message(),
        failure.errors(),
        failure.retryAfter().map(Duration::toMillis).orElse(NO_RETRY),
        failure.extensions());
  }

  /** The JSON text; with only the first faults and no extensions if it would be too long. */
  String toJson() {
    return BoundedJson.write(this, BusMessages.MAX_LENGTH)
        .text()
        .orElseGet(() -> BusMessages.request(reducedTo(REDUCED_ERRORS)));
  }

  private FailureMessage reducedTo(int max) {
    return new FailureMessage(
        code,
        reason,
        message,
        faults.subList(0, Math.min(max, faults.size())),
        retryAfterMillis,
        Map.of());
  }

  Failure toFailure() {
    Optional<Duration> retryAfter =
        retryAfterMillis == NO_RETRY
            ? Optional.empty()
            : Optional.of(Duration.ofMillis(retryAfterMillis));
    return Failure.restore(
        code, reason, message, faults, retryAfter, extensions == null ? Map.of() : extensions);
  }
}
