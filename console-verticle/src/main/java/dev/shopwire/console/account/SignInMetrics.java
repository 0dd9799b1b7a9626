package dev.shopwire.console.account;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.telemetry.Telemetry;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.concurrent.atomic.AtomicLong;

/** Counts sign-ins by outcome, and sessions. Thread-safe. */
public final class SignInMetrics {
  private final MeterRegistry registry;
  private final AtomicLong sessions = new AtomicLong();

  public SignInMetrics(Vertx vertx) {
    registry = Telemetry.of(vertx).registry();
    Gauge.builder("shopwire.console.sessions", sessions, AtomicLong::get)
        .description("Sessions of the console, in all processes")
        .register(registry);
  }

  /** Counts the outcome of an attempt to sign in, which is returned. */
  <T> Future<T> count(Future<T> attempt) {
    return attempt.onComplete(opened -> count("opened"), error -> count(outcome(error)));
  }

  private static String outcome(Throwable error) {
    return error instanceof Failure failure
        ? switch (failure.code()) {
          case UNAUTHORIZED, RATE_LIMITED -> failure.reason();
          case INVALID, MALFORMED -> "invalid";
          default -> "unavailable";
        }
        : "unavailable";
  }

  private void count(String outcome) {
    registry.counter("shopwire.console.sign.ins", "outcome", outcome).increment();
  }

  /** Sets how many sessions there are. */
  public void setSessions(long count) {
    sessions.set(count);
  }
}
