package dev.shopwire.common.postgres;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.OutOfMemory;
import io.vertx.pgclient.PgException;
import java.io.UncheckedIOException;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** What an error of PostgreSQL means to a caller, by its SQLSTATE. */
public final class PostgresFailures {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresFailures.class);
  private static final long LOG_NANOS = 1_000_000_000;
  private static final AtomicLong LOGGED = new AtomicLong(System.nanoTime() - 2 * LOG_NANOS);

  private PostgresFailures() {}

  /**
   * Whether this very statement was refused for what it holds (classes 22, 23 and 54: data,
   * constraint, limits), so that trying it again can't help.
   */
  public static boolean isRefusal(Throwable error) {
    return error instanceof PgException e
        && !hasState(error, "23514")
        && (state(e).startsWith("22") || state(e).startsWith("23") || state(e).startsWith("54"));
  }

  /** Whether a row found no partition (PostgreSQL reports that as a failed check). */
  public static boolean isMissingPartition(Throwable error) {
    return hasState(error, "23514");
  }

  /** Whether the statement lost against a concurrent one and may be tried again at once. */
  public static boolean isConflict(Throwable error) {
    return hasState(error, "40P01") || hasState(error, "40001");
  }

  /** Whether PostgreSQL canceled the statement, as a rule because it took longer than it may. */
  public static boolean isTimeout(Throwable error) {
    return hasState(error, "57014");
  }

  /** Whether a lock was not to be had in the time that the statement was given for it. */
  public static boolean isLockTimeout(Throwable error) {
    return hasState(error, "55P03");
  }

  /**
   * What to tell a caller: an outage becomes {@link Failure#unavailable}, everything else stays
   * what it is (an expected failure, or a bug).
   */
  public static Throwable asFailure(Throwable error) {
    if (error instanceof PgException e) {
      if (!isOutage(state(e))) {
        return error;
      }
      log(error);
      return unavailable();
    }
    OutOfMemory.endProcessIf(error);
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

  /** During an outage every call fails, so that one line a second must do. */
  private static void log(Throwable error) {
    long now = System.nanoTime();
    long last = LOGGED.get();
    if (now - last > LOG_NANOS && LOGGED.compareAndSet(last, now)) {
      LOG.warn("PostgreSQL is unavailable: {}", String.valueOf(error));
    }
  }

  private static Failure unavailable() {
    return Failure.unavailable("The database does not answer");
  }

  /**
   * Connection, authorisation, resources, operator intervention, system, read-only, a transaction
   * idle for too long, locks.
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
