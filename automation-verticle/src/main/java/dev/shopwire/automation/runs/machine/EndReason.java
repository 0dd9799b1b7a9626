package dev.shopwire.automation.runs.machine;

import java.util.Locale;

/** Why a run ended. Every run that ended has exactly one. */
public enum EndReason {
  COMPLETED,
  FILTERED,
  EXIT_STEP,
  EXIT_CONDITION,
  WAIT_TIMEOUT,
  CANCELLED,
  ARCHIVED,
  MOVED_OUT,
  CUSTOMER_ERASED,
  FAILED;

  public String apiName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether mails of the run that aren't sent yet are cancelled. */
  public boolean cancelsMails() {
    return switch (this) {
      case EXIT_CONDITION, CANCELLED, ARCHIVED, CUSTOMER_ERASED -> true;
      case COMPLETED, FILTERED, EXIT_STEP, WAIT_TIMEOUT, MOVED_OUT, FAILED -> false;
    };
  }
}
