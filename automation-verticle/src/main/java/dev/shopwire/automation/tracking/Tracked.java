package dev.shopwire.automation.tracking;

import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import org.jspecify.annotations.Nullable;

/**
 * A tracked segment.
 *
 * @param requestedAt when the definition was saved
 * @param isAnnounced whether transitions of its build are sent to webhooks
 * @param timeCheckedAt the moment of which the members are
 * @param timeDueAt when time must be looked at; null if it changes nothing
 * @param isEvaluated whether rounds evaluate it
 * @param failures how many attempts failed in a row
 * @param batch how many customers are evaluated at once while it is behind
 */
record Tracked(
    TrackedKey key,
    long definitionVersion,
    OffsetDateTime requestedAt,
    boolean isAnnounced,
    OffsetDateTime timeCheckedAt,
    @Nullable OffsetDateTime timeDueAt,
    boolean isEvaluated,
    boolean isBehind,
    int failures,
    int batch) {
  static Tracked read(Row row) {
    boolean isBehind = row.getBoolean("behind");
    return new Tracked(
        TrackedKey.read(row),
        row.getLong("definition_version"),
        row.getOffsetDateTime("requested_at"),
        row.getBoolean("announce"),
        row.getOffsetDateTime("time_checked_at"),
        row.getOffsetDateTime("time_due_at"),
        row.getString("status").equals("current") && !isBehind,
        isBehind,
        row.getInteger("failures"),
        row.getInteger("batch"));
  }

  long segmentId() {
    return key.segmentId();
  }
}
