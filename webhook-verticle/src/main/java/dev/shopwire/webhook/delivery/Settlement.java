package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.sending.SendResult;
import java.time.Instant;

/**
 * An attempt that ended and its result, to be written.
 *
 * @param epoch of the lane when the attempt started
 * @param attemptKind its kind in the log of attempts
 */
record Settlement(
    DueDelivery due,
    long epoch,
    String attemptKind,
    Instant at,
    SendResult reply,
    AttemptResult result) {}
