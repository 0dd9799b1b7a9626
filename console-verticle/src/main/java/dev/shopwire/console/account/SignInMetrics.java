package dev.shopwire.console.account;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.telemetry.Gauges;
import dev.shopwire.common.telemetry.Telemetry;
import dev.shopwire.console.signin.SignInLimits;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import java.util.List;
import java.util.concurrent.atomic.AtomicLong;

/** Counts sign-ins by outcome, and sessions. Thread-safe. */
public final class SignInMetrics {
  private static final String OPENED = "opened";
  private static final String INVALID = "invalid";
  private static final String UNAVAILABLE = "unavailable";
  private static final List<String> OUTCOMES =
      List.of(
          OPENED,
          Refusals.WRONG_CREDENTIALS,
          Refusals.CODE_REQUIRED,
          Refusals.WRONG_CODE,
          SignInLimits.REFUSED,
          INVALID,
          UNAVAILABLE);

  private final MeterRegistry registry;
  private final AtomicLong sessions = new AtomicLong();

  public SignInMetrics(Vertx vertx) {
    registry = Telemetry.of(vertx).registry();
    Gauges.replace(
        registry,
        Gauge.builder("shopwire.console.sessions", sessions, AtomicLong::get)
            .description("Sessions of the console, in all processes"));
    OUTCOMES.forEach(this::counter);
  }

  private Counter counter(String outcome) {
    return Counter.builder("shopwire.console.sign.ins")
        .description("Attempts to sign in to the console")
        .tag("outcome", outcome)
        .register(registry);
  }

  /** Counts the outcome of an attempt to sign in, which is returned. */
  <T> Future<T> count(Future<T> attempt) {
    return attempt.onComplete(
        opened -> counter(OPENED).increment(), error -> counter(outcome(error)).increment());
  }

  private static String outcome(Throwable error) {
    return error instanceof Failure failure
        ? switch (failure.code()) {
          case UNAUTHORIZED, RATE_LIMITED -> failure.reason();
          case INVALID, MALFORMED -> INVALID;
          default -> UNAVAILABLE;
        }
        : UNAVAILABLE;
  }

  /** Sets how many sessions there are. */
  public void setSessions(long count) {
    sessions.set(count);
  }
}
