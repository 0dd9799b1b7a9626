package dev.shopwire.automation.tracking;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Set;

/**
 * The table of what tracked segments read, by which triggers find the segments that a change
 * concerns. Methods run on the caller's event loop.
 */
final class SegmentReadIndex {
  private static final String DELETE =
      "delete from segment_reads where workspace_id = $1 and segment_id = $2";
  private static final String REPLACE =
      """
      with stale as (
        delete from segment_reads
        where workspace_id = $1 and segment_id = $2 and read <> all($3::text[])
      )
      insert into segment_reads (workspace_id, read, segment_id)
      select $1, read, $2 from unnest($3::text[]) as read
      on conflict do nothing
      """;

  private SegmentReadIndex() {}

  static Future<Void> replace(SqlClient client, TrackedKey segment, Set<String> reads) {
    return client
        .preparedQuery(REPLACE)
        .execute(
            Tuple.of(segment.workspaceId(), segment.segmentId())
                .addArrayOfString(reads.toArray(String[]::new)))
        .mapEmpty();
  }

  static Future<Void> delete(SqlClient client, TrackedKey segment) {
    return client
        .preparedQuery(DELETE)
        .execute(Tuple.of(segment.workspaceId(), segment.segmentId()))
        .mapEmpty();
  }
}
