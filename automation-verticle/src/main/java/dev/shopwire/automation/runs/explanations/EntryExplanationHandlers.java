package dev.shopwire.automation.runs.explanations;

import dev.shopwire.automation.reads.HeavyReads;
import dev.shopwire.automation.reads.Snapshot;
import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.automation.runs.calls.RunRows;
import dev.shopwire.automation.runs.plans.Plans;
import dev.shopwire.automation.segments.CustomerRows;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.ShopRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Tuple;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.jspecify.annotations.Nullable;

/**
 * Responds to requests why a customer entered a flow or did not. Not thread-safe; use from one
 * event loop.
 */
public final class EntryExplanationHandlers {
  private static final String CUSTOMER = "customerId";
  private static final String EVENT = "eventId";
  private static final int MAX_EVENT_ID = 255;
  private static final int MAX_RUNS = 20;
  private static final String REFUSALS =
      """
      select name, sum(count)::bigint as count from flow_counts
      where workspace_id = $1 and flow_id = $2 and kind = 'refused'
      group by name
      """;

  private final Pool pool;
  private final HeavyReads heavy;
  private final Plans plans;
  private final int stuckSeconds;

  /**
   * @param pool for reads that take milliseconds
   * @param stuckSeconds how long a step may be overdue before its run is shown as stuck
   */
  public EntryExplanationHandlers(Pool pool, HeavyReads heavy, Plans plans, int stuckSeconds) {
    this.pool = pool;
    this.heavy = heavy;
    this.plans = plans;
    this.stuckSeconds = stuckSeconds;
  }

  /** Of the flow whose id the request has. */
  public Future<JsonResponse> explain(AdminQuery request) {
    Query query = new Query(request.parameters());
    Optional<ShopRef> customer = CustomerRows.parameter(query, CUSTOMER);
    if (customer.isEmpty()) {
      query.addErrorIfNone(CUSTOMER, "required", "is required: the customer's id or domain");
    }
    Optional<String> event = query.text(EVENT, MAX_EVENT_ID);
    query.throwIfInvalid();
    long workspaceId = request.caller().workspaceId();
    return Snapshots.requireWorkspaceOf("flow", pool, workspaceId)
        .compose(
            exists ->
                heavy.run(
                    workspaceId,
                    snapshot -> explain(snapshot, request, customer.orElseThrow(), event)))
        .map(explanation -> JsonResponse.of(Map.of("explanation", explanation)));
  }

  private Future<Map<String, @Nullable Object>> explain(
      Snapshot snapshot, AdminQuery request, ShopRef customer, Optional<String> event) {
    long workspaceId = request.caller().workspaceId();
    return FlowHistory.read(snapshot.connection(), workspaceId, request.id(), snapshot.at())
        .map(flow -> flow.orElseThrow(() -> Failure.notFound("flow")))
        .compose(flow -> CustomerRows.require(snapshot.connection(), workspaceId, customer))
        .compose(found -> explain(snapshot, request, found.id(), event));
  }

  private Future<Map<String, @Nullable Object>> explain(
      Snapshot snapshot, AdminQuery request, long customerId, Optional<String> event) {
    long workspaceId = request.caller().workspaceId();
    EntryExplanations explanations =
        new EntryExplanations(
            snapshot,
            plans,
            workspaceId,
            request.id(),
            customerId,
            request.caller().seesPrivateFields());
    return event
        .map(explanations::ofEvent)
        .orElseGet(explanations::ofNow)
        .compose(
            reasons ->
                RunRows.ofCustomer(
                        snapshot.connection(),
                        workspaceId,
                        request.id(),
                        customerId,
                        MAX_RUNS,
                        stuckSeconds)
                    .compose(
                        runs ->
                            refusals(snapshot, workspaceId, request.id())
                                .map(refusals -> json(reasons, runs, refusals))));
  }

  /** How often causes of any customer were refused, by the reason. */
  private static Future<Map<String, Long>> refusals(
      Snapshot snapshot, long workspaceId, long flowId) {
    return snapshot
        .connection()
        .preparedQuery(REFUSALS)
        .execute(Tuple.of(workspaceId, flowId))
        .map(
            rows -> {
              Map<String, Long> refusals = new TreeMap<>();
              rows.forEach(row -> refusals.put(row.getString("name"), row.getLong("count")));
              return refusals;
            });
  }

  private static Map<String, @Nullable Object> json(
      List<Reason> reasons, List<Map<String, @Nullable Object>> runs, Map<String, Long> refusals) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("entered", reasons.stream().anyMatch(reason -> reason.code().equals("entered")));
    json.put("reasons", reasons.stream().map(Reason::json).toList());
    json.put("runs", runs);
    json.put("refusals", refusals);
    return json;
  }
}
