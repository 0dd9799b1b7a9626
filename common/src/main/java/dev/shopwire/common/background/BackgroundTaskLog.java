package dev.shopwire.common.background;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.OutOfMemory;
import dev.shopwire.common.failure.UnexpectedErrors;
import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.core.Future;
import io.vertx.pgclient.PgException;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.function.LongSupplier;
import java.util.function.Predicate;
import org.slf4j.Logger;

/**
 * Logs the failures of a task that is repeated in the background. The first failure is logged, then
 * at most one of each kind per minute, and once that the task succeeds again. An outage is a
 * warning with its message; a bug is an error with its stack. Thread-safe.
 */
public final class BackgroundTaskLog {
  private static final long REPEAT_NANOS = Duration.ofMinutes(1).toNanos();

  /** There are far fewer kinds of failures of one task; bounds the memory in any case. */
  private static final int MAX_KINDS = 50;

  /**
   * What kind of failure it is.
   *
   * @param code the SQLSTATE, or the code of an expected failure; empty if there is none
   */
  private record Kind(Class<?> type, String code) {
    static Kind of(Throwable error) {
      if (error instanceof PgException e) {
        return new Kind(e.getClass(), String.valueOf(e.getSqlState()));
      }
      return new Kind(error.getClass(), error instanceof Failure e ? e.reason() : "");
    }
  }

  private final Logger log;
  private final String failing;
  private final String recovered;
  private final Predicate<Throwable> isOutage;
  private final LongSupplier nanoClock;
  private final Map<Kind, Long> loggedAtNanos = new HashMap<>();
  private long failures;
  private long failingSinceNanos;
  private boolean logged;

  /**
   * For a task that uses PostgreSQL and is retried after each failure.
   *
   * @param task what is done, as a noun phrase that starts a sentence
   */
  public BackgroundTaskLog(Logger log, String task) {
    this(
        log,
        task + " failed, will retry",
        task + " succeeded again",
        PostgresFailures::isOutage,
        System::nanoTime);
  }

  /**
   * @param failing the text of a failure, followed by its message
   * @param recovered the text of the first success after failures
   * @param isOutage whether a failure is not a bug; expected failures never are
   */
  public BackgroundTaskLog(
      Logger log, String failing, String recovered, Predicate<Throwable> isOutage) {
    this(log, failing, recovered, isOutage, System::nanoTime);
  }

  /**
   * @param nanoClock as {@link System#nanoTime}
   */
  BackgroundTaskLog(
      Logger log,
      String failing,
      String recovered,
      Predicate<Throwable> isOutage,
      LongSupplier nanoClock) {
    this.log = log;
    this.failing = failing;
    this.recovered = recovered;
    this.isOutage = isOutage;
    this.nanoClock = nanoClock;
  }

  /** Logs the outcome of {@code run}, which is returned. */
  public <T> Future<T> watch(Future<T> run) {
    return run.onComplete(result -> succeeded(), this::failed);
  }

  /** Logs a failure of the task, unless one of the same kind was logged within the last minute. */
  public void failed(Throwable error) {
    failed("", error);
  }

  /**
   * Same for one part of the task's work.
   *
   * @param part is added to the line
   */
  public synchronized void failed(String part, Throwable error) {
    if (PostgresFailures.isPoolClosed(error)) {
      return; // the task is being stopped
    }
    OutOfMemory.exitIfExhausted(error);
    long now = nanoClock.getAsLong();
    if (failures == 0) {
      failingSinceNanos = now;
    }
    failures++;
    Kind kind = Kind.of(error);
    Long last = loggedAtNanos.get(kind);
    if (last != null && now - last < REPEAT_NANOS) {
      return;
    }
    if (loggedAtNanos.size() >= MAX_KINDS) {
      loggedAtNanos.clear();
    }
    loggedAtNanos.put(kind, now);
    logged = true;
    String of = part.isEmpty() ? "" : " (" + part + ")";
    log(failing + of + (failures == 1 ? "" : counted(now)), error);
  }

  private void log(String text, Throwable error) {
    if (error instanceof Failure || isOutage.test(error)) {
      log.warn("{}: {}", text, error.getMessage() == null ? error.toString() : error.getMessage());
    } else {
      log.error(text, UnexpectedErrors.withStack(error));
    }
  }

  /** Logs that the task works again, if a failure was logged before. */
  public synchronized void succeeded() {
    if (logged) {
      log.info("{}{}", recovered, counted(nanoClock.getAsLong()));
    }
    failures = 0;
    logged = false;
  }

  private String counted(long now) {
    return " (%s in %d s)"
        .formatted(
            failures == 1 ? "1 failure" : failures + " failures",
            Duration.ofNanos(now - failingSinceNanos).toSeconds());
  }
}
