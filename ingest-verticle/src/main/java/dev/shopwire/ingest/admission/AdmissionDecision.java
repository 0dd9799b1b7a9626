package dev.shopwire.ingest.admission;

import dev.shopwire.common.failure.Failure;
import java.time.Duration;

/**
 * Whether a request may proceed.
 *
 * @param outcome what to do with it
 * @param retryAfterMillis when to try again, for {@link Outcome#LIMITED}
 * @param requestsLeft request tokens in the bucket
 * @param eventsLeft event tokens in the bucket, negative while in debt
 */
public record AdmissionDecision(
    Outcome outcome, long retryAfterMillis, long requestsLeft, long eventsLeft) {

  public enum Outcome {
    ADMITTED,
    /** This very request was answered before: all of its events are stored. */
    ANSWERED_BEFORE,
    LIMITED
  }

  static AdmissionDecision of(long answer, long requestsLeft, long eventsLeft) {
    Outcome outcome =
        answer > 0 ? Outcome.LIMITED : answer < 0 ? Outcome.ANSWERED_BEFORE : Outcome.ADMITTED;
    return new AdmissionDecision(outcome, Math.max(0, answer), requestsLeft, eventsLeft);
  }

  /** What a caller that is over its limit is told. */
  public Failure refusal() {
    return Failure.rateLimited(
        "This API key sends faster than its limit allows", Duration.ofMillis(retryAfterMillis));
  }
}
