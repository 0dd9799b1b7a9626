package dev.shopwire.automation.tracking;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.Optional;

/**
 * Records transitions of segments as causes for flows, in the transactions that write them. Methods
 * run on the caller's event loop.
 */
public final class SegmentCauses {
  private static final String BEGIN = "select begin_segment_causes($1, $2) as known_until";
  private static final String WANTED =
      """
      select exists (
        select from flow_triggers
        where workspace_id = $1 and source = 'segment:' || $2::bigint and starts
      ) as wanted
      """;

  private SegmentCauses() {}

  /**
   * Lets all transitions that are committed after the caller's transaction see the flows that it
   * publishes.
   *
   * @return when the last members entered that do not start these flows; empty if those are the
   *     ones that a build finds which has still to end
   */
  public static Future<Optional<OffsetDateTime>> begin(
      SqlClient client, long workspaceId, long segmentId) {
    return client
        .preparedQuery(BEGIN)
        .execute(Tuple.of(workspaceId, segmentId))
        .map(rows -> Optional.ofNullable(rows.iterator().next().getOffsetDateTime("known_until")));
  }

  /** Whether flows start from transitions of a segment. */
  static Future<Boolean> areWanted(SqlClient client, TrackedKey segment) {
    return client
        .preparedQuery(WANTED)
        .execute(Tuple.of(segment.workspaceId(), segment.segmentId()))
        .map(rows -> rows.iterator().next().getBoolean("wanted"));
  }
}
