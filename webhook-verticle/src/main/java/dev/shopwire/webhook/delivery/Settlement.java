package dev.shopwire.webhook.delivery;

import dev.shopwire.webhook.sending.SendResult;
import java.time.Instant;

/**
 * An attempt that ended and what follows from it, to be written.
 *
 * @param epoch of the lane when the attempt began
 * @param attemptKind a word for the log
 */
record Settlement(
    DueDelivery due,
    long epoch,
    String attemptKind,
    Instant at,
    SendResult reply,
    AttemptResult verdict) {}
