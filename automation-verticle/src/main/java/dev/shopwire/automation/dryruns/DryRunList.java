package dev.shopwire.automation.dryruns;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.CustomerId;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import java.time.OffsetDateTime;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** Lists the runs of dry runs. Not thread-safe; use from one event loop. */
public final class DryRunList {
  private static final String SELECT =
      """
      select r.id, d.flow_id, d.version, r.customer_id, c.domain, r.key, r.status, r.reason, r.step,
        r.waits_for, r.due_at, r.entered_at, r.ended_at, r.cause_type, r.cause_at, r.event_id,
        r.event_name, r.log
      from flow_dry_runs d
      join flow_dry_run_runs r on r.workspace_id = d.workspace_id and r.dry_run_id = d.id
      left join lateral (
        select domain from tenancy_customers
        where workspace_id = r.workspace_id and id = r.customer_id offset 0
      ) c on true
      where d.workspace_id = %1$s and d.id = %2$s
        and r.workspace_id = %1$s and r.dry_run_id = %2$s
      """;
  private static final String ORDER = " order by r.entered_at desc, r.id desc";

  private static final int CURSOR_PARTS = 2;

  private static final String SEPARATOR = ",";

  private final Pool pool;
  private final CursorSigner signer;

  public DryRunList(Pool pool, CursorSigner signer) {
    this.pool = pool;
    this.signer = signer;
  }

  /** The runs of the dry run whose id the request has, newest first. */
  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    DryRunKey key = new DryRunKey(request.caller().workspaceId(), request.id());
    PageCursors cursors =
        query.cursors(
            new AppScope(key.workspaceId(), 0), List.of("dry-runs", Long.toString(key.id())));
    Optional<String[]> before =
        cursors.read(query).map(text -> text.split(SEPARATOR, CURSOR_PARTS));
    SqlParameters parameters = new SqlParameters();
    StringBuilder sql = new StringBuilder(select(parameters, key));
    before.ifPresent(
        parts ->
            sql.append(" and (r.entered_at, r.id) < (")
                .append(parameters.add(OffsetDateTime.parse(parts[0])))
                .append(", ")
                .append(parameters.add(Long.valueOf(parts[1])))
                .append(")"));
    sql.append(ORDER).append(" limit ").append(parameters.add((long) take + 1));
    return pool.preparedQuery(sql.toString())
        .execute(parameters.tuple())
        .map(rows -> Rows.list(rows, DryRunList::json))
        .map(
            found ->
                ListResponse.of(
                    "runs",
                    found,
                    take,
                    last -> cursors.encode(last.get("enteredAt") + SEPARATOR + last.get("id"))));
  }

  private static String select(SqlParameters parameters, DryRunKey key) {
    return SELECT.formatted(parameters.add(key.workspaceId()), parameters.add(key.id()));
  }

  /** The complete list. */
  public static ExportSource export() {
    return (request, snapshot) -> open(request);
  }

  private static Future<ExportSource.Rows> open(OpenRequest request) {
    long id = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("dry run"));
    new Query(request.parameters()).throwIfInvalid();
    SqlParameters parameters = new SqlParameters();
    String sql = select(parameters, new DryRunKey(request.caller().workspaceId(), id)) + ORDER;
    return Future.succeededFuture(
        new ExportSource.Rows(
            sql,
            "select count(*) as count from (" + sql + ") rows",
            parameters.tuple(),
            ExportSource.Rows.SMALL_ROWS,
            (rows, connection) ->
                Future.succeededFuture(rows.stream().map(DryRunList::json).toList())));
  }

  private static Map<String, @Nullable Object> json(Row row) {
    Map<String, @Nullable Object> cause = new LinkedHashMap<>();
    cause.put("type", row.getString("cause_type"));
    cause.put("eventId", row.getString("event_id"));
    cause.put("eventName", row.getString("event_name"));
    cause.put("receivedAt", time(row.getOffsetDateTime("cause_at")));
    JsonNode log = RecordedEvents.parse(row.getString("log"));
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("id", Long.toString(row.getLong("id")));
    json.put("flowId", Long.toString(row.getLong("flow_id")));
    json.put("version", row.getInteger("version"));
    json.put("customerId", CustomerId.of(row.getLong("customer_id")));
    json.put("myplatformDomain", row.getString("domain"));
    json.put("key", row.getString("key"));
    json.put("status", row.getString("status"));
    json.put("reason", row.getString("reason"));
    json.put("step", row.getString("step"));
    json.put("waitsFor", row.getString("waits_for"));
    json.put("dueAt", time(row.getOffsetDateTime("due_at")));
    json.put("enteredAt", time(row.getOffsetDateTime("entered_at")));
    json.put("endedAt", time(row.getOffsetDateTime("ended_at")));
    json.put("stuck", false);
    json.put("cause", cause);
    json.put("log", log);
    return json;
  }

  private static @Nullable String time(@Nullable OffsetDateTime time) {
    return time == null ? null : Times.format(time);
  }
}
