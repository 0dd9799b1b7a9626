package dev.shopwire.automation.tracking;

import dev.shopwire.common.postgres.PostgresFailures;
import io.vertx.pgclient.PgException;

/** Distinguishes failures that a segment's condition causes from those of the database. */
final class SegmentFailures {
  /** Of one statement: it needed more memory, or more space for temporary files, than allowed. */
  private static final String OUT_OF_MEMORY = "53200";

  private static final String LIMIT_EXCEEDED = "53400";

  private SegmentFailures() {}

  /** Whether other segments may be evaluated all the same. */
  static boolean isOfSegment(Throwable error) {
    return PostgresFailures.isTimeout(error)
        || !PostgresFailures.isOutage(error)
        || (error instanceof PgException e
            && (OUT_OF_MEMORY.equals(e.getSqlState()) || LIMIT_EXCEEDED.equals(e.getSqlState())));
  }

  /** What users see: never the database's own text. */
  static String describe(Throwable error) {
    if (PostgresFailures.isTimeout(error)) {
      return "The evaluation took longer than its time limit";
    }
    return error instanceof PgException e
        ? "The evaluation failed (SQLSTATE " + e.getSqlState() + ")"
        : "The evaluation failed";
  }
}
