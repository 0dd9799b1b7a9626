package dev.shopwire.common.bus;

import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.Fault;
import dev.shopwire.common.json.BoundedJson;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** A failure as it travels over the bus. */
record FailureMessage(
    Code code, String reason, String message, List<Fault> faults, long retryAfterMillis) {
  private static final long NO_RETRY = -1;

  /** Of a failure whose faults are too long to be told as a whole. */
  private static final int FEW_FAULTS = 100;

  static FailureMessage of(Failure failure) {
    return new FailureMessage(
        failure.code(),
        failure.reason(),
        failure.message(),
        failure.faults(),
        failure.retryAfter().map(Duration::toMillis).orElse(NO_RETRY));
  }

  /** As it travels; with the first faults alone where all of them would be too long. */
  String text() {
    return BoundedJson.write(this, BusMessages.MAX_LENGTH)
        .text()
        .orElseGet(() -> BusMessages.request(withFaults(FEW_FAULTS)));
  }

  private FailureMessage withFaults(int most) {
    return new FailureMessage(
        code, reason, message, faults.subList(0, Math.min(most, faults.size())), retryAfterMillis);
  }

  Failure toFailure() {
    Optional<Duration> retryAfter =
        retryAfterMillis == NO_RETRY
            ? Optional.empty()
            : Optional.of(Duration.ofMillis(retryAfterMillis));
    return Failure.restored(code, reason, message, faults, retryAfter);
  }
}
