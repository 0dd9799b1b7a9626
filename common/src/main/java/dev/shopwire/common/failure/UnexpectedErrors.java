package dev.shopwire.common.failure;

import org.slf4j.Logger;

/**
 * Logs errors that no code expects, which are bugs, and hides them from callers. The code that
 * catches such an error first reports it here and passes on only the failure that it gets in
 * return, so that each error is logged once, however many callers it affects. Thread-safe.
 */
public final class UnexpectedErrors {
  private UnexpectedErrors() {}

  /** The stack of the place where an error was caught that has none of its own. */
  private static final class CaughtException extends RuntimeException {
    private static final long serialVersionUID = 1L;

    CaughtException(Throwable cause) {
      super(cause.toString(), cause);
    }
  }

  /**
   * Logs {@code error} with its stack.
   *
   * @param what failed, as the log line starts
   * @return the failure (500) that callers are sent instead
   */
  public static Failure report(Logger log, String what, Throwable error) {
    OutOfMemory.exitIfExhausted(error);
    log.error(what, withStack(error));
    return Failure.internal();
  }

  /**
   * Returns {@code error}, or a wrapper with the current stack if it has none, as errors of
   * PostgreSQL statements.
   */
  public static Throwable withStack(Throwable error) {
    return error.getStackTrace().length > 0 ? error : new CaughtException(error);
  }
}
