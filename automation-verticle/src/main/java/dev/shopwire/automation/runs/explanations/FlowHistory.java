package dev.shopwire.automation.runs.explanations;

import dev.shopwire.common.postgres.Rows;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * What a flow was at a moment.
 *
 * @param version that runs started with then; empty before the first publish
 * @param publishedAt first; empty if it is a draft
 * @param archivedAt empty if it is not archived
 * @param droppedSince of the pause that it was in and that dropped entries
 */
record FlowHistory(
    Optional<Integer> version,
    Optional<Instant> publishedAt,
    Optional<Instant> archivedAt,
    Optional<Instant> droppedSince) {
  private static final String READ =
      """
      select f.archived_at,
        (select v.version from flow_versions v
          where v.workspace_id = $1 and v.flow_id = $2 and v.published_at <= $3
          order by v.version desc limit 1) as version,
        (select v.published_at from flow_versions v
          where v.workspace_id = $1 and v.flow_id = $2 and v.version = 1) as published_at,
        (select max(p.paused_at) from flow_pauses p
          where p.workspace_id = $1 and p.flow_id = $2 and p.entries_dropped and p.paused_at <= $3
            and (p.resumed_at is null or p.resumed_at > $3)) as dropped_since
      from flows f where f.workspace_id = $1 and f.id = $2
      """;

  /** Empty if the workspace has no such flow. */
  static Future<Optional<FlowHistory>> read(
      SqlClient client, long workspaceId, long flowId, Instant at) {
    return client
        .preparedQuery(READ)
        .execute(Tuple.of(workspaceId, flowId, at.atOffset(ZoneOffset.UTC)))
        .map(rows -> Rows.first(rows, FlowHistory::read));
  }

  private static FlowHistory read(Row row) {
    return new FlowHistory(
        Optional.ofNullable(row.getInteger("version")),
        instant(row.getOffsetDateTime("published_at")),
        instant(row.getOffsetDateTime("archived_at")),
        instant(row.getOffsetDateTime("dropped_since")));
  }

  private static Optional<Instant> instant(@Nullable OffsetDateTime time) {
    return Optional.ofNullable(time).map(OffsetDateTime::toInstant);
  }
}
