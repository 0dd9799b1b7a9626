package dev.shopwire.automation.tracking;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;

/**
 * Starts and stops the tracking of segments, in the transaction of a save. Methods run on the
 * caller's event loop.
 */
public final class Tracking {
  private static final String TRACKED =
      """
      select id from segments
      where workspace_id = $1 and id = any($2::bigint[]) and tracked order by id
      """;

  private Tracking() {}

  /**
   * Finds the members of segments anew: those that are newly tracked, and those whose definition
   * has changed, also by what they nest. Their rows must have been written. Segments that are not
   * tracked are left out.
   *
   * @param isAnnounced whether members that this adds and removes are announced
   * @return the segments that are built, whose start {@link BuildStarts} awaits after the commit
   */
  public static Future<List<Long>> build(
      SqlConnection connection, long workspaceId, Collection<Long> segments, boolean isAnnounced) {
    return connection
        .preparedQuery(TRACKED)
        .execute(Tuple.of(workspaceId).addArrayOfLong(segments.toArray(Long[]::new)))
        .compose(
            rows -> {
              List<Long> tracked = new ArrayList<>();
              rows.forEach(row -> tracked.add(row.getLong("id")));
              if (tracked.isEmpty()) {
                return Future.succeededFuture(tracked);
              }
              return RoundLocks.add(connection, workspaceId)
                  .compose(added -> Definitions.read(connection, workspaceId, tracked))
                  .compose(defined -> build(connection, workspaceId, isAnnounced, inOrder(defined)))
                  .map(tracked);
            });
  }

  /** All transactions write rows in this order, so that they don't deadlock. */
  private static Iterator<Defined> inOrder(Map<Long, Defined> defined) {
    return new TreeMap<>(defined).values().iterator();
  }

  private static Future<Void> build(
      SqlConnection connection, long workspaceId, boolean isAnnounced, Iterator<Defined> segments) {
    if (!segments.hasNext()) {
      return Future.succeededFuture();
    }
    Defined segment = segments.next();
    TrackedKey key = new TrackedKey(workspaceId, segment.segmentId());
    return TrackedSegments.start(connection, key, segment.version(), isAnnounced)
        .compose(started -> SegmentReadIndex.replace(connection, key, segment.reads()))
        .compose(replaced -> build(connection, workspaceId, isAnnounced, segments));
  }

  /**
   * Ends the tracking of a segment, which is changed to be no longer tracked, or deleted, in the
   * same transaction. Its rows are deleted in the background.
   */
  public static Future<Void> stop(SqlConnection connection, long workspaceId, long segment) {
    TrackedKey key = new TrackedKey(workspaceId, segment);
    return TrackedSegments.stop(connection, key)
        .compose(stopped -> SegmentReadIndex.delete(connection, key))
        .compose(deleted -> DriftChecks.delete(connection, key));
  }

  /**
   * Asks for a check of a tracked segment's members against the truth.
   *
   * @return when it was asked for
   */
  public static Future<OffsetDateTime> verify(SqlClient client, long workspaceId, long segment) {
    return DriftChecks.request(client, new TrackedKey(workspaceId, segment));
  }
}
