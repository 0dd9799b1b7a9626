package dev.shopwire.common.bus;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.ValidationError;
import dev.shopwire.common.json.BoundedJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A failure as it is sent over the bus. */
record FailureMessage(
    Code code, String reason, String message, List<ValidationError> faults, long retryAfterMillis) {
  private static final long NO_RETRY = -1;

  /** How many faults are kept when all of them would be too long. */
  private static final int REDUCED_ERRORS = 100;

  static FailureMessage of(Failure failure) {
    return new FailureMessage(
        failure.code(),
        failure.reason(),
        failure.message(),
        failure.errors(),
        failure.retryAfter().map(Duration::toMillis).orElse(NO_RETRY));
  }

  /** The JSON text; with only the first faults if all of them would be too long. */
  String toJson() {
    return BoundedJson.write(this, BusMessages.MAX_LENGTH)
        .text()
        .orElseGet(() -> BusMessages.request(withMaxErrors(REDUCED_ERRORS)));
  }

  private FailureMessage withMaxErrors(int max) {
    return new FailureMessage(
        code, reason, message, faults.subList(0, Math.min(max, faults.size())), retryAfterMillis);
  }

  Failure toFailure() {
    Optional<Duration> retryAfter =
        retryAfterMillis == NO_RETRY
            ? Optional.empty()
            : Optional.of(Duration.ofMillis(retryAfterMillis));
    return Failure.restore(code, reason, message, faults, retryAfter);
  }
}
