package dev.shopwire.automation.runs.calls;

import dev.shopwire.automation.messages.MessageQueue;
import dev.shopwire.automation.runs.engine.FlowCounts;
import dev.shopwire.automation.runs.engine.FlowRuns;
import dev.shopwire.automation.runs.engine.HeldEvents;
import dev.shopwire.automation.runs.engine.StepRequests;
import dev.shopwire.automation.runs.machine.EndReason;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.common.access.Caller;
import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditEntry.AuditObject;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.exports.ExportContracts.OpenRequest;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.postgres.Rows;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.CursorSigner;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Lists and cancels runs of flows. Not thread-safe; use from one event loop. */
public final class RunHandlers {
  private final Pool pool;
  private final CursorSigner signer;
  private final int stuckSeconds;

  /**
   * @param stuckSeconds how long a step may be overdue before its run is shown as stuck
   */
  public RunHandlers(Pool pool, CursorSigner signer, int stuckSeconds) {
    this.pool = pool;
    this.signer = signer;
    this.stuckSeconds = stuckSeconds;
  }

  /** The runs of the flow whose id the request has, newest first. */
  public Future<JsonResponse> list(AdminQuery request) {
    Query query = new Query(request.parameters(), signer);
    int take = query.pageSize("take");
    RunFilter filter = RunFilter.read(query);
    long workspaceId = request.caller().workspaceId();
    List<String> criteria = new ArrayList<>(List.of("runs", Long.toString(request.id())));
    criteria.addAll(query.rawValues(RunFilter.PARAMETERS));
    PageCursors cursors = query.cursors(new AppScope(workspaceId, 0), criteria);
    long before = cursors.read(query).map(Long::valueOf).orElse(Long.MAX_VALUE);
    SqlParameters parameters = new SqlParameters();
    String sql =
        all(parameters, workspaceId, request.id(), filter, stuckSeconds)
            + " and r.id < "
            + parameters.add(before)
            + " order by r.id desc limit "
            + parameters.add((long) take + 1);
    return pool.preparedQuery(sql)
        .execute(parameters.tuple())
        .map(rows -> Rows.list(rows, RunRows::json))
        .map(
            found ->
                ListResponse.of(
                    "runs", found, take, last -> cursors.encode(String.valueOf(last.get("id")))));
  }

  private static String all(
      SqlParameters parameters, long workspaceId, long flowId, RunFilter filter, int stuckSeconds) {
    return RunRows.select(parameters, workspaceId, stuckSeconds)
        + " and r.flow_id = "
        + parameters.add(flowId)
        + filter.sql(parameters, stuckSeconds);
  }

  /** The complete list. */
  public static ExportSource export(int stuckSeconds) {
    return (request, snapshot) -> open(request, stuckSeconds);
  }

  private static Future<ExportSource.Rows> open(OpenRequest request, int stuckSeconds) {
    long flowId = NumericId.parse(request.id()).orElseThrow(() -> Failure.notFound("flow"));
    Query query = new Query(request.parameters());
    RunFilter filter = RunFilter.read(query);
    query.throwIfInvalid();
    SqlParameters parameters = new SqlParameters();
    String sql =
        all(parameters, request.caller().workspaceId(), flowId, filter, stuckSeconds)
            + " order by r.id desc";
    return Future.succeededFuture(
        new ExportSource.Rows(
            sql,
            "select count(*) as count from (" + sql + ") rows",
            parameters.tuple(),
            ExportSource.Rows.SMALL_ROWS,
            (rows, connection) ->
                Future.succeededFuture(rows.stream().map(RunRows::json).toList())));
  }

  /** Includes the log. */
  public Future<JsonResponse> show(AdminRequest request) {
    return shown(request.caller().workspaceId(), request.id());
  }

  private Future<JsonResponse> shown(long workspaceId, long id) {
    return RunRows.find(pool, workspaceId, id, stuckSeconds)
        .map(found -> found.orElseThrow(() -> Failure.notFound("run")))
        .compose(
            run ->
                RunRows.log(pool, workspaceId, id)
                    .map(
                        log -> {
                          run.put("log", log);
                          return JsonResponse.of(Map.<String, @Nullable Object>of("run", run));
                        }));
  }

  /** Ends an active run, and cancels its mails that aren't being sent. */
  public Future<JsonResponse> cancel(AdminRequest request) {
    Caller caller = request.caller();
    return Transactions.run(pool, connection -> cancel(connection, caller, request.id()))
        .compose(cancelled -> shown(caller.workspaceId(), request.id()));
  }

  private static Future<Void> cancel(SqlConnection connection, Caller caller, long id) {
    long workspaceId = caller.workspaceId();
    return FlowRuns.cancel(connection, workspaceId, id)
        .compose(
            version ->
                version
                    .map(found -> record(connection, caller, id, found))
                    .orElseGet(
                        () ->
                            Future.failedFuture(
                                Failure.of(
                                    Code.CONFLICT, "wrong_status", "The run is not active"))));
  }

  private static Future<Void> record(
      SqlConnection connection, Caller caller, long id, VersionKey version) {
    FlowCounts counts = new FlowCounts();
    counts.ended(version, EndReason.CANCELLED.apiName());
    return counts
        .write(connection, caller.workspaceId())
        .compose(counted -> MessageQueue.cancelRuns(connection, caller.workspaceId(), List.of(id)))
        .compose(cancelled -> HeldEvents.delete(connection, caller.workspaceId(), List.of(id)))
        .compose(deleted -> StepRequests.delete(connection, caller.workspaceId(), List.of(id)))
        .compose(
            deleted ->
                AuditLog.write(
                    connection,
                    caller,
                    AuditEntry.of(
                        "flow_run.cancelled",
                        new AuditObject("flow_run", Long.toString(id), null),
                        Map.of())));
  }
}
