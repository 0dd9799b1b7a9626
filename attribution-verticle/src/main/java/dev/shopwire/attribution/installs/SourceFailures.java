package dev.shopwire.attribution.installs;

import io.vertx.pgclient.PgException;
import java.util.concurrent.TimeoutException;

/** Describes to the operator why a run failed, without the password and without internals. */
final class SourceFailures {
  private static final int MAX_LENGTH = 500;

  private SourceFailures() {}

  static String text(Throwable error, InstallSourceConfig config) {
    String text = describe(error).replaceAll("\\p{Cntrl}+", " ");
    String password = config.source().password();
    String safe = password.isEmpty() ? text : text.replace(password, "***");
    return safe.length() > MAX_LENGTH ? safe.substring(0, MAX_LENGTH) : safe;
  }

  private static String describe(Throwable error) {
    if (error instanceof PgException e) {
      return e.getErrorMessage() + " (" + e.getSqlState() + ")";
    }
    if (error instanceof TimeoutException) {
      return "the source did not respond in time";
    }
    if (isBug(error)) {
      return "internal error, see Shopwire's log";
    }
    String message = error.getMessage();
    return message == null ? error.getClass().getSimpleName() : message;
  }

  /** Whether the error is a bug, not caused by a database or a network. */
  static boolean isBug(Throwable error) {
    String origin = error.getClass().getPackageName();
    return origin.equals("java.lang") || origin.equals("java.util");
  }
}
