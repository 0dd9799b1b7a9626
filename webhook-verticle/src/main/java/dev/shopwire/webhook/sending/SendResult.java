package dev.shopwire.webhook.sending;

import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The result of a request.
 *
 * @param address the address and port to which a connection was tried; null if none was
 * @param status of the response; null if there was none
 * @param duration from start to end, including name resolution
 * @param response the first bytes of the response as text that PostgreSQL can store, or what went
 *     wrong; null for an empty response
 * @param retryAfter how long the receiver wants no requests, at most an hour; null if it didn't say
 */
public record SendResult(
    Outcome outcome,
    @Nullable String address,
    @Nullable Integer status,
    Duration duration,
    @Nullable String response,
    @Nullable Duration retryAfter) {}
