package dev.shopwire.automation.runs.calls;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Lists the times of a flow's schedule that were skipped, because no process worked on flows until
 * 6 hours later. Not thread-safe; use from one event loop.
 */
public final class MissedSchedules {
  private static final String ALL =
      """
      select at, version, noticed_at from flow_missed_schedules
      where workspace_id = $1 and flow_id = $2 order by at desc
      """;
  private static final String COUNT =
      """
      select count(*) as count from flow_missed_schedules where workspace_id = $1 and flow_id = $2
      """;
  private static final String PAGE =
      """
      select at, version, noticed_at from flow_missed_schedules
      where workspace_id = $1 and flow_id = $2 and at < $3 order by at desc limit $4
      """;
  private static final Instant NEWEST = Instant.parse("9999-12-31T00:00:00Z");

  private final Pool pool;
  private final CursorSigner signer;

  public MissedSchedules(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  /** Those of the flow whose id the request has, newest first. */
  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    long workspaceId = request.caller().workspaceId();
    PageCursors cursors =
        query.cursors(
            new AppScope(workspaceId, 0),
            List.of("flow_missed_schedules", Long.toString(request.id())));
    Instant before = cursors.read(query).map(Instant::parse).orElse(NEWEST);
    return pool.preparedQuery(PAGE)
        .execute(
            Tuple.of(workspaceId, request.id(), before.atOffset(ZoneOffset.UTC), (long) take + 1))
        .map(
            rows ->
                ListResponse.of(
                    "missedSchedules",
                    Rows.list(rows, MissedSchedules::json),
                    take,
                    last -> cursors.encode(String.valueOf(last.get("at")))));
  }

  private static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("at", Times.format(row.getOffsetDateTime("at").toInstant()));
    json.put("version", row.getInteger("version"));
    json.put("noticedAt", Times.format(row.getOffsetDateTime("noticed_at").toInstant()));
    return json;
  }

  /** The complete list. */
  public static ExportSource export() {
    return (request, snapshot) -> Future.succeededFuture(open(request));
  }

  private static ExportSource.Rows open(OpenRequest request) {
    long flowId = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("flow"));
    return new ExportSource.Rows(
        ALL,
        COUNT,
        Tuple.of(request.caller().workspaceId(), flowId),
        ExportSource.Rows.SMALL_ROWS,
        (rows, connection) ->
            Future.succeededFuture(rows.stream().map(MissedSchedules::json).toList()));
  }
}
