package dev.shopwire.automation.tracking;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.util.Set;

/**
 * The table of what tracked segments and the conditions of flows read, by which triggers find whom
 * a change concerns. Methods run on the caller's event loop.
 */
public final class SegmentReadIndex {
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

  // Usage events reach flows by their groups.
  private static final String REPLACE_OF_FLOWS =
      """
      with wanted as materialized (
        select distinct source as read from flow_triggers
        where workspace_id = $1 and not starts and source not like 'event:%'
      ), stale as (
        delete from segment_reads
        where workspace_id = $1 and segment_id = 0 and read not in (select read from wanted)
      )
      insert into segment_reads (workspace_id, read, segment_id)
      select $1, read, 0 from wanted
      on conflict do nothing
      """;

  private SegmentReadIndex() {}

  /**
   * Makes the reads of the workspace's flows those that they listen to, in a transaction that no
   * other one publishes or archives flows of the workspace in.
   */
  public static Future<Void> replaceOfFlows(SqlClient client, long workspaceId) {
    return client.preparedQuery(REPLACE_OF_FLOWS).execute(Tuple.of(workspaceId)).mapEmpty();
  }

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
