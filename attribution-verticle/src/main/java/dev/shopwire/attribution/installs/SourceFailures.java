package dev.shopwire.attribution.installs;

import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.pgclient.PgException;
import java.util.concurrent.TimeoutException;

/** Describes to the operator why a run failed, without the password and without internals. */
final class SourceFailures {
  private static final int MAX_LENGTH = 500;

  private SourceFailures() {}

  /**
   * Maps an error of the source's connection: everything that the source rejects is the operator's
   * to fix, in its query or its configuration. A bug is returned unchanged.
   */
  static Throwable ofSource(Throwable error) {
    if (error instanceof TimeoutException || PostgresFailures.isPoolExhausted(error)) {
      return new IllegalSourceException("the source did not respond in time");
    }
    return error instanceof PgException || PostgresFailures.isOutage(error)
        ? new IllegalSourceException(describe(error))
        : error;
  }

  /** The error as it is logged: a bug unchanged, anything else with its text for the operator. */
  static Throwable forLog(Throwable error, InstallSourceConfig config) {
    return isBug(error) ? error : Failure.unavailable(message(error, config));
  }

  static String message(Throwable error, InstallSourceConfig config) {
    String text = isBug(error) ? "internal error, see Shopwire's log" : describe(error);
    String line = text.replaceAll("\\p{Cntrl}+", " ");
    String password = config.source().password();
    String safe = password.isEmpty() ? line : line.replace(password, "***");
    return safe.length() > MAX_LENGTH ? safe.substring(0, MAX_LENGTH) : safe;
  }

  /** Whether neither the source nor Shopwire's own database is the cause. */
  static boolean isBug(Throwable error) {
    return !(error instanceof IllegalSourceException
        || error instanceof Failure
        || PostgresFailures.isOutage(error));
  }

  private static String describe(Throwable error) {
    if (error instanceof PgException e) {
      return e.getErrorMessage() + " (" + e.getSqlState() + ")";
    }
    String message = error.getMessage();
    return message == null ? error.getClass().getSimpleName() : message;
  }
}
