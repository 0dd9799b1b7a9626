package dev.shopwire.common.postgres;

import dev.shopwire.common.failure.ConnectionErrors;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.failure.OutOfMemory;
import dev.shopwire.common.failure.UnexpectedErrors;
import io.vertx.core.VertxException;
import io.vertx.core.http.ConnectionPoolTooBusyException;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.ClosedConnectionException;
import java.util.Set;
import java.util.concurrent.atomic.AtomicLong;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Classifies the errors of PostgreSQL and its client, and maps them to failures for callers. An
 * outage is what is listed here: a retry may succeed, so callers get 503. Any other error is a bug,
 * such as a wrong statement, a wrong parameter or an exception in a callback.
 */
public final class PostgresFailures {
  private static final Logger LOG = LoggerFactory.getLogger(PostgresFailures.class);
  private static final long LOG_NANOS = 1_000_000_000;
  private static final AtomicLong LOGGED = new AtomicLong(System.nanoTime() - 2 * LOG_NANOS);

  /**
   * Outages by SQLSTATE class, its first two characters (PostgreSQL documentation, appendix A).
   * Poolers report their own errors in class 08: PgBouncer as 08P01.
   */
  private static final Set<String> OUTAGE_CLASSES =
      Set.of(
          "08", // connection exception
          "28", // invalid authorization: also a password or pg_hba.conf that was just changed
          "53", // insufficient resources: connections, memory, disk
          "57", // operator intervention: shutdown, startup, crash, canceled statement
          "58"); // system error, such as an I/O error

  /** Outages by SQLSTATE, in classes that are not outages as a whole. */
  private static final Set<String> OUTAGE_STATES =
      Set.of(
          "25006", // read-only transaction: a standby took over the address
          "25P03", // idle-in-transaction timeout: this process was stopped meanwhile
          "25P04", // transaction timeout
          "3D000", // the database does not exist: it is being restored
          "40001", // serialization failure, and conflict with recovery on a standby
          "40P01", // deadlock
          "55P03"); // lock not available

  /** Classes of errors that are caused by the data: data exception, constraint, program limit. */
  private static final Set<String> REFUSAL_CLASSES = Set.of("22", "23", "54");

  private static final String CHECK_VIOLATION = "23514";
  private static final String SERIALIZATION_FAILURE = "40001";
  private static final String DEADLOCK = "40P01";
  private static final String QUERY_CANCELED = "57014";
  private static final String LOCK_NOT_AVAILABLE = "55P03";
  private static final String ABORTED_TRANSACTION = "25P02";

  // The client reports some outages without a type or a code of their own, so only the text
  // distinguishes
  // them from its other errors. These are the client's constants; DriverFailuresIT compares them
  // with what it really reports.
  private static final Set<String> LOST_CONNECTION =
      Set.of(
          "Connection is not active now, current status: CLOSED",
          "Connection is not active now, current status: CLOSING",
          "Pending requests failed to be sent due to connection has been closed.",
          "Connection was closed",
          "SSL handshake failed");
  private static final Set<String> NO_TLS =
      Set.of("Postgres Server does not handle SSL connection", "Invalid SSL connection message");
  private static final Set<String> NO_FREE_CONNECTION =
      Set.of("Timeout", "Timeout waiting for connection");
  private static final String POOL_CLOSED = "Pool closed";

  private PostgresFailures() {}

  /**
   * Whether the statement was rejected for its data (classes 22, 23 and 54: data, constraint,
   * limits), so that a retry cannot succeed.
   */
  public static boolean isDataError(Throwable error) {
    return error instanceof PgException e
        && REFUSAL_CLASSES.contains(stateClass(e))
        && !isMissingPartition(e);
  }

  /** Whether there was no partition for a row (PostgreSQL reports a check violation). */
  public static boolean isMissingPartition(Throwable error) {
    return hasState(error, CHECK_VIOLATION);
  }

  /** Whether the statement lost to a concurrent one and may be retried at once. */
  public static boolean isConflict(Throwable error) {
    return hasState(error, DEADLOCK) || hasState(error, SERIALIZATION_FAILURE);
  }

  /** Whether PostgreSQL canceled the statement, usually because of a statement timeout. */
  public static boolean isTimeout(Throwable error) {
    return hasState(error, QUERY_CANCELED);
  }

  /** Whether a lock could not be acquired within the lock timeout. */
  public static boolean isLockTimeout(Throwable error) {
    return hasState(error, LOCK_NOT_AVAILABLE);
  }

  /** Whether the statement was not run because an earlier one of its transaction had failed. */
  public static boolean isAbortedTransaction(Throwable error) {
    return hasState(error, ABORTED_TRANSACTION);
  }

  /** Whether the pool had no free connection in time, or too many callers waited for one. */
  public static boolean isPoolExhausted(Throwable error) {
    return error instanceof ConnectionPoolTooBusyException
        || (error instanceof VertxException && hasText(error, NO_FREE_CONNECTION));
  }

  /** Whether the pool was closed before the call: its verticle has stopped. */
  public static boolean isPoolClosed(Throwable error) {
    return error instanceof VertxException && POOL_CLOSED.equals(error.getMessage());
  }

  /** Whether the database or its connections were unavailable, so that a retry may succeed. */
  public static boolean isOutage(Throwable error) {
    if (error instanceof PgException e) {
      return OUTAGE_CLASSES.contains(stateClass(e)) || OUTAGE_STATES.contains(state(e));
    }
    return ConnectionErrors.matches(error)
        || error instanceof ClosedConnectionException
        || (error instanceof VertxException && hasText(error, LOST_CONNECTION))
        || (error.getClass() == Exception.class && hasText(error, NO_TLS))
        || isPoolExhausted(error)
        || isPoolClosed(error);
  }

  /**
   * Maps an error for a caller: an outage becomes {@link Failure#unavailable}; anything else (an
   * expected failure or a bug) is returned unchanged.
   */
  public static Throwable asFailure(Throwable error) {
    if (!isOutage(error)) {
      OutOfMemory.exitIfExhausted(error);
      return error;
    }
    log(error);
    return Failure.unavailable("The database is unavailable");
  }

  /**
   * Maps an error of work that several callers wait for: like {@link #asFailure}, but a bug is
   * logged here, as each of the callers would log it again.
   *
   * @param log of the caller
   * @param what failed, as the log line starts
   */
  public static Failure asSharedFailure(Logger log, String what, Throwable error) {
    return asFailure(error) instanceof Failure expected
        ? expected
        : UnexpectedErrors.report(log, what, error);
  }

  /** During an outage every call fails, so at most one line per second is logged. */
  private static void log(Throwable error) {
    long now = System.nanoTime();
    long last = LOGGED.get();
    if (now - last > LOG_NANOS && LOGGED.compareAndSet(last, now)) {
      LOG.warn("PostgreSQL call failed, responding with 503: {}", String.valueOf(error));
    }
  }

  private static boolean hasState(Throwable error, String state) {
    return error instanceof PgException e && state(e).equals(state);
  }

  private static boolean hasText(Throwable error, Set<String> texts) {
    String message = error.getMessage();
    return message != null && texts.contains(message);
  }

  /** The first two characters of the state; empty if the error has none. */
  private static String stateClass(PgException e) {
    return state(e).length() < 2 ? "" : state(e).substring(0, 2);
  }

  private static String state(PgException e) {
    String state = e.getSqlState();
    return state == null ? "" : state;
  }
}
