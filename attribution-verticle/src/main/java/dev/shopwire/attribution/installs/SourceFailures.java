package dev.shopwire.attribution.installs;

import io.vertx.pgclient.PgException;
import java.util.concurrent.TimeoutException;

/** Why a run failed, as its operator may read it: without the password and without internals. */
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
      return "the source did not answer in time";
    }
    if (isBug(error)) {
      return "Shopwire made an error, which its log shows";
    }
    String message = error.getMessage();
    return message == null ? error.getClass().getSimpleName() : message;
  }

  /** Nothing that a database or a network does. */
  static boolean isBug(Throwable error) {
    String origin = error.getClass().getPackageName();
    return origin.equals("java.lang") || origin.equals("java.util");
  }
}
