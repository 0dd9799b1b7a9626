package dev.shopwire.common.postgres;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.OutOfMemory;
import io.vertx.pgclient.PgException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Classifies PostgreSQL errors by SQLSTATE and maps them to failures for callers. */
public final class PostgresFailures {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresFailures.class);
  private static final long LOG_NANOS = 1_000_000_000;
  private static final AtomicLong LOGGED = new AtomicLong(System.nanoTime() - 2 * LOG_NANOS);

  private PostgresFailures() {}

  /**
   * Whether the statement was rejected for its data (classes 22, 23 and 54: data, constraint,
   * limits), so that a retry cannot succeed.
   */
  public static boolean isRefusal(Throwable error) {
    return error instanceof PgException e
        && !hasState(error, "23514")
        && (state(e).startsWith("22") || state(e).startsWith("23") || state(e).startsWith("54"));
  }

  /** Whether there was no partition for a row (PostgreSQL reports a check violation). */
  public static boolean isMissingPartition(Throwable error) {
    return hasState(error, "23514");
  }

  /** Whether the statement lost to a concurrent one and may be retried at once. */
  public static boolean isConflict(Throwable error) {
    return hasState(error, "40P01") || hasState(error, "40001");
  }

  /** Whether PostgreSQL canceled the statement, usually because of a statement timeout. */
  public static boolean isTimeout(Throwable error) {
    return hasState(error, "57014");
  }

  /** Whether a lock could not be acquired within the lock timeout. */
  public static boolean isLockTimeout(Throwable error) {
    return hasState(error, "55P03");
  }

  /**
   * Maps an error for a caller: an outage becomes {@link Failure#unavailable}; anything else (an
   * expected failure or a bug) is returned unchanged.
   */
  public static Throwable asFailure(Throwable error) {
    if (error instanceof PgException e) {
      if (!isOutage(state(e))) {
        return error;
      }
      log(error);
      return unavailable();
    }
    OutOfMemory.exitIfExhausted(error);
    String origin = error.getClass().getPackageName();
    boolean bug =
        origin.startsWith("java.lang")
            || origin.equals("java.util")
            || error instanceof UncheckedIOException;
    if (error instanceof Failure || bug) {
      return error;
    }
    log(error);
    return unavailable();
  }

  /** During an outage every call fails, so at most one line per second is logged. */
  private static void log(Throwable error) {
    long now = System.nanoTime();
    long last = LOGGED.get();
    if (now - last > LOG_NANOS && LOGGED.compareAndSet(last, now)) {
      LOG.warn("PostgreSQL call failed, responding with 503: {}", String.valueOf(error));
    }
  }

  private static Failure unavailable() {
    return Failure.unavailable("The database is unavailable");
  }

  /**
   * Connection, authorization, resources, operator intervention, system, read-only, idle
   * transaction timeout, locks.
   */
  private static boolean isOutage(String state) {
    return Stream.of("08", "28", "53", "57", "58", "25006", "25P03", "55P03", "40")
        .anyMatch(state::startsWith);
  }

  private static boolean hasState(Throwable error, String state) {
    return error instanceof PgException e && state(e).equals(state);
  }

  private static String state(PgException e) {
    String state = e.getSqlState();
    return state == null ? "" : state;
  }
}
