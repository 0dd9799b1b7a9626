package dev.shopwire.automation.runs.causes;

import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;

/**
 * The table of flows that the members of a segment enter when they are published. The members
 * become causes gradually, so that those of other flows need not wait for all of them. Methods run
 * on the caller's event loop.
 */
public final class MemberEntries {
  private static final String ADD =
      """
      insert into flow_member_entries (workspace_id, flow_id, segment_id, kind, entered_until)
      values ($1, $2, $3, $4, $5)
      """;
  private static final String NEXT = "select record_member_causes($1, $2) as is_more";
  private static final int AT_ONCE = 1_000;

  private MemberEntries() {}

  /**
   * Lets the members of a segment enter a flow, in the transaction that publishes it.
   *
   * @param isEntered whether the flow is for those who enter the segment; else for those who leave
   * @param enteredUntil of the members that are meant; empty for those that a build finds which the
   *     transaction asks for
   */
  public static Future<Void> add(
      SqlClient client,
      long workspaceId,
      long flowId,
      long segmentId,
      boolean isEntered,
      Optional<OffsetDateTime> enteredUntil) {
    return client
        .preparedQuery(ADD)
        .execute(
            Tuple.of(workspaceId, flowId, segmentId, CauseMatch.ofSegment(isEntered))
                .addOffsetDateTime(
                    enteredUntil
                        .map(time -> time.withOffsetSameInstant(ZoneOffset.UTC))
                        .orElse(null)))
        .mapEmpty();
  }

  /** Adds causes of the next members; returns whether there may be more. */
  public static Future<Boolean> next(SqlClient client, long workspaceId) {
    return client
        .preparedQuery(NEXT)
        .execute(Tuple.of(workspaceId, AT_ONCE))
        .map(rows -> rows.iterator().next().getBoolean("is_more"));
  }
}
