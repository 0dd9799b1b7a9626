package dev.shopwire.ingest.admission;

import dev.shopwire.common.failure.Failure;
import java.time.Duration;

/**
 * The decision whether a request may proceed.
 *
 * @param retryAfterMillis when to retry, for {@link Outcome#LIMITED}
 * @param requestsLeft request tokens left in the bucket
 * @param eventsLeft event tokens left in the bucket, negative while in debt
 */
public record AdmissionDecision(
    Outcome outcome, long retryAfterMillis, long requestsLeft, long eventsLeft) {

  public enum Outcome {
    ADMITTED,
    /** A repetition of an earlier request, all of whose events are stored. */
    ALREADY_STORED,
    LIMITED
  }

  /**
   * @param result as {@code admission.lua} returns it: 0 admitted, -1 already stored, otherwise the
   *     milliseconds to wait
   */
  static AdmissionDecision of(long result, long requestsLeft, long eventsLeft) {
    Outcome outcome =
        result > 0 ? Outcome.LIMITED : result < 0 ? Outcome.ALREADY_STORED : Outcome.ADMITTED;
    return new AdmissionDecision(outcome, Math.max(0, result), requestsLeft, eventsLeft);
  }

  /** The 429 for a caller that exceeds its limit. */
  public Failure toFailure() {
    return Failure.rateLimited(
        "This API key exceeds its rate limit", Duration.ofMillis(retryAfterMillis));
  }
}
