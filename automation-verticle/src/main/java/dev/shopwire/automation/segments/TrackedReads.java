package dev.shopwire.automation.segments;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;

/** Reads what lists of members need to know of tracking. Runs on the caller's event loop. */
final class TrackedReads {
  private static final String IS_CURRENT =
      """
      select 1 from segment_tracking
      where workspace_id = $1 and segment_id = $2 and status = 'current'
      """;

  // The statement that takes the snapshot, or a later one.
  private static final String NOW = "select clock_timestamp() as at";

  private TrackedReads() {}

  /** Whether the stored members of a segment are those of its definition. */
  static Future<Boolean> isCurrent(SqlClient client, Segment segment) {
    return segment.isTracked()
        ? client
            .preparedQuery(IS_CURRENT)
            .execute(Tuple.of(segment.workspaceId(), segment.id()))
            .map(rows -> rows.size() > 0)
        : Future.succeededFuture(false);
  }

  /** The moment by PostgreSQL's clock. */
  static Future<Instant> now(SqlClient client) {
    return client
        .query(NOW)
        .execute()
        .map(rows -> rows.iterator().next().getOffsetDateTime("at").toInstant());
  }
}
