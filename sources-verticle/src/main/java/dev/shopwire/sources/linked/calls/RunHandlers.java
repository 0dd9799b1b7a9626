package dev.shopwire.sources.linked.calls;

import dev.shopwire.common.audit.AuditEntry;
import dev.shopwire.common.audit.AuditLog;
import dev.shopwire.common.background.Repeat;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.failure.Code;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.postgres.Transactions;
import dev.shopwire.common.query.NumericId;
import dev.shopwire.sources.linked.queries.LinkedQuery;
import dev.shopwire.sources.linked.queries.LinkedQueryTable;
import dev.shopwire.sources.linked.queries.QueryKey;
import dev.shopwire.sources.linked.runs.ChangeTable;
import dev.shopwire.sources.linked.runs.LinkedRun;
import dev.shopwire.sources.linked.runs.RunKind;
import dev.shopwire.sources.linked.runs.RunReads;
import dev.shopwire.sources.linked.runs.RunStatus;
import dev.shopwire.sources.linked.runs.RunTable;
import dev.shopwire.sources.linked.runs.ShownRun;
import dev.shopwire.sources.linked.runs.ShownRuns;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.SqlConnection;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.atomic.AtomicLong;
import org.jspecify.annotations.Nullable;

/**
 * Handles the console's requests that begin and decide runs (docs/api/linked-fields.md). Runs on
 * the caller's event loop.
 */
public final class RunHandlers {
  private static final int MAX_ID = 20;

  private final Pool pool;
  private final RunEffects effects;

  public RunHandlers(Vertx vertx, Pool pool) {
    this.pool = pool;
    this.effects = new RunEffects(vertx, pool);
  }

  /** Also what a held run would touch. */
  public Future<JsonResponse> show(AdminRequest request) {
    return ShownRuns.require(pool, request.caller(), request.id())
        .compose(
            shown ->
                shown.run().status() == RunStatus.HELD
                    ? effects
                        .of(request.caller(), shown.run())
                        .map(touches -> response(shown, touches))
                    : Future.succeededFuture(response(shown)));
  }

  private static JsonResponse response(ShownRun run, Optional<Map<String, Object>> touches) {
    Map<String, @Nullable Object> json = run.json();
    json.put("touches", touches.orElse(null));
    return JsonResponse.of(Map.of("run", json));
  }

  private static JsonResponse response(ShownRun run) {
    return JsonResponse.of(Map.of("run", run.json()));
  }

  /** Begins a run; responds before it is done. */
  public Future<JsonResponse> run(AdminRequest request) {
    return Transactions.run(
        pool,
        client ->
            LinkedQueryTable.lock(client, request.caller().workspaceId(), request.id())
                .compose(
                    query ->
                        RunTable.begin(client, query, RunKind.MANUAL, Optional.empty())
                            .compose(
                                run -> audit(client, request, query, run, "linked_query.run"))));
  }

  private static Future<JsonResponse> audit(
      SqlClient client, AdminRequest request, LinkedQuery query, LinkedRun run, String action) {
    return AuditLog.write(
            client,
            request.caller(),
            AuditEntry.of(action, query.auditObject(), Map.of("runId", Long.toString(run.id()))))
        .compose(done -> ShownRuns.require(client, request.caller(), run.id()))
        .map(RunHandlers::response);
  }

  /** Begins a rollback, and pauses the query. */
  public Future<JsonResponse> rollBack(AdminRequest request) {
    Optional<Long> wanted = wanted(request.body());
    long workspaceId = request.caller().workspaceId();
    return Transactions.run(
        pool,
        client ->
            LinkedQueryTable.lock(client, workspaceId, request.id())
                .compose(
                    query ->
                        RunTable.requireIdle(client, workspaceId, query.id())
                            .compose(
                                idle -> RunReads.target(client, workspaceId, query.id(), wanted))
                            .compose(
                                target ->
                                    RunTable.begin(
                                        client, query, RunKind.ROLLBACK, Optional.of(target)))
                            .compose(
                                run ->
                                    LinkedQueryTable.pause(
                                            client, new QueryKey(workspaceId, query.id()))
                                        .map(run))
                            .compose(
                                run ->
                                    audit(
                                        client, request, query, run, "linked_query.rolled_back"))));
  }

  private static Optional<Long> wanted(String body) {
    if (body.isBlank()) {
      return Optional.empty();
    }
    JsonInput input = JsonInput.strict(body);
    Optional<String> text = Optional.ofNullable(input.optionalString("toRunId", MAX_ID).value());
    Optional<Long> id = text.flatMap(NumericId::parse);
    if (text.isPresent() && id.isEmpty()) {
      input.addError("toRunId", "invalid_id", "must be the id of a run");
    }
    input.throwIfInvalid();
    return id;
  }

  /** Lets exactly what the run shows be applied; 409 if a value is another one by now. */
  public Future<JsonResponse> approve(AdminRequest request) {
    return decide(
        request,
        "linked_run.approved",
        (client, run) -> check(client, run).compose(same -> RunTable.approve(client, run)));
  }

  public Future<JsonResponse> reject(AdminRequest request) {
    return decide(request, "linked_run.rejected", RunTable::reject);
  }

  @FunctionalInterface
  private interface Decision {
    Future<Void> make(SqlConnection client, LinkedRun run);
  }

  private Future<JsonResponse> decide(AdminRequest request, String action, Decision decision) {
    long workspaceId = request.caller().workspaceId();
    return Transactions.run(
        pool,
        client ->
            RunReads.lock(client, workspaceId, request.id())
                .compose(
                    run -> {
                      if (run.status() != RunStatus.HELD) {
                        throw Failure.of(
                            Code.CONFLICT,
                            "not_held",
                            "The run is not held, it is " + run.status().id());
                      }
                      return decision
                          .make(client, run)
                          .compose(
                              done -> LinkedQueryTable.require(client, workspaceId, run.queryId()))
                          .compose(query -> audit(client, request, query, run, action));
                    }));
  }

  private static Future<Void> check(SqlConnection client, LinkedRun run) {
    AtomicLong after = new AtomicLong();
    return Repeat.<Boolean>until(
            () ->
                ChangeTable.check(client, run, after.get())
                    .map(
                        portion -> {
                          portion.stale().ifPresent(RunHandlers::refuse);
                          portion.last().ifPresent(after::set);
                          return portion.last().isPresent()
                              ? Optional.<Boolean>empty()
                              : Optional.of(true);
                        }))
        .mapEmpty();
  }

  private static void refuse(ChangeTable.Stale stale) {
    throw Failure.of(
        Code.CONFLICT,
        "values_changed",
        "The field %s of %s is not what the run shows any more; run the query again"
            .formatted(stale.field(), stale.domain()));
  }
}
