package dev.shopwire.webhook.sending;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * What became of a request.
 *
 * @param address that was connected to or didn't answer, with its port; null if none was tried
 * @param status of the answer, null if none came
 * @param duration from the start to the end, resolving the name included
 * @param response the first bytes of the answer as text that PostgreSQL can keep, or what went
 *     wrong; null for an empty answer
 * @param retryAfter how long the receiver asks to be left alone, at most an hour; null if it
 *     doesn't
 */
public record SendResult(
    Outcome outcome,
    @Nullable String address,
    @Nullable Integer status,
    Duration duration,
    @Nullable String response,
    @Nullable Duration retryAfter) {}
