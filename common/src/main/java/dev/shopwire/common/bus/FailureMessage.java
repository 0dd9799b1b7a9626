package dev.shopwire.common.bus;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A failure as it travels over the bus. */
record FailureMessage(
    Code code, String reason, String message, List<Fault> faults, long retryAfterMillis) {
  private static final long NO_RETRY = -1;

  static FailureMessage of(Failure failure) {
    return new FailureMessage(
        failure.code(),
        failure.reason(),
        failure.message(),
        failure.faults(),
        failure.retryAfter().map(Duration::toMillis).orElse(NO_RETRY));
  }

  Failure toFailure() {
    Optional<Duration> retryAfter =
        retryAfterMillis == NO_RETRY
            ? Optional.empty()
            : Optional.of(Duration.ofMillis(retryAfterMillis));
    return Failure.restored(code, reason, message, faults, retryAfter);
  }
}
