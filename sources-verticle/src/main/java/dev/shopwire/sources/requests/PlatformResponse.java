package dev.shopwire.sources.requests;

import io.vertx.core.MultiMap;
import io.vertx.core.buffer.Buffer;
import java.time.Duration;
import java.util.Optional;

/**
 * What a request led to.
 *
 * @param status of the response; 0 if there is no complete one
 * @param body of the response, or what arrived of it
 * @param retryAfter how long the platform wants no requests, at most an hour
 * @param failure why there is no complete response; empty if there is one
 */
public record PlatformResponse(
    int status,
    MultiMap headers,
    Buffer body,
    Optional<Duration> retryAfter,
    Optional<Failure> failure) {

  /**
   * @param code stable and machine-readable
   * @param message for users
   */
  public record Failure(String code, String message) {}

  static PlatformResponse failed(String code, String message, Buffer body) {
    return new PlatformResponse(
        0,
        MultiMap.caseInsensitiveMultiMap(),
        body,
        Optional.empty(),
        Optional.of(new Failure(code, message)));
  }
}
