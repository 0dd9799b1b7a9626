package dev.shopwire.automation.segments;

import dev.shopwire.automation.explain.Explainer;
import dev.shopwire.automation.language.Draft;
import dev.shopwire.automation.reads.HeavyReads;
import dev.shopwire.automation.reads.Snapshot;
import dev.shopwire.automation.reads.Snapshots;
import dev.shopwire.automation.segments.CustomerRows.Found;
import dev.shopwire.automation.tracking.MemberList;
import dev.shopwire.automation.tracking.MemberList.State;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.AdminQuery;
import dev.shopwire.common.contracts.AdminRequest;
import dev.shopwire.common.json.JsonInput;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.tenancy.CustomerId;
import dev.shopwire.common.tenancy.ShopRef;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import java.time.ZoneId;
import java.time.ZoneOffset;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Explains why a condition or a saved segment holds for a customer or not. Not thread-safe; use
 * from one event loop.
 */
public final class ExplanationHandlers {
  private static final String CUSTOMER = "customerId";
  private static final int MAX_REFERENCE = 253;

  private final Pool pool;
  private final HeavyReads heavy;

  /**
   * @param pool for reads that take milliseconds
   */
  public ExplanationHandlers(Pool pool, HeavyReads heavy) {
    this.pool = pool;
    this.heavy = heavy;
  }

  /** Of a condition that is not saved. */
  public Future<JsonResponse> explain(AdminRequest request) {
    JsonInput input = JsonInput.strict(request.body());
    BodyFaults faults = new BodyFaults();
    ConditionInput condition = ConditionInput.read(input, faults, true);
    String reference = input.requiredString(CUSTOMER, MAX_REFERENCE);
    ShopRef customer = CustomerRows.reference(reference);
    customer
        .problem()
        .filter(problem -> !reference.isEmpty())
        .ifPresent(problem -> input.addError(CUSTOMER, problem.code(), problem.message()));
    faults.throwIfAny(input);
    Draft draft = condition.draft().orElseThrow();
    ZoneId zone = condition.zoneOrDefault();
    long workspaceId = request.id();
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(
            exists ->
                Snapshots.read(
                    pool, connection -> Resolved.of(connection, workspaceId, draft, zone)))
        .compose(
            resolved ->
                heavy.run(
                    workspaceId,
                    snapshot ->
                        CustomerRows.require(snapshot.connection(), workspaceId, customer)
                            .compose(
                                found ->
                                    explain(snapshot, resolved, found, true, Optional.empty()))))
        .map(ExplanationHandlers::respond);
  }

  /** Of a saved segment. */
  public Future<JsonResponse> explainSaved(AdminQuery request) {
    Query query = new Query(request.parameters());
    Optional<ShopRef> customer = CustomerRows.parameter(query, CUSTOMER);
    if (customer.isEmpty()) {
      query.addErrorIfNone(CUSTOMER, "required", "is required: the customer's id or domain");
    }
    query.throwIfInvalid();
    long workspaceId = request.caller().workspaceId();
    return Snapshots.requireWorkspace(pool, workspaceId)
        .compose(
            exists ->
                heavy.run(
                    workspaceId,
                    snapshot -> explainSaved(snapshot, request, customer.orElseThrow())))
        .map(ExplanationHandlers::respond);
  }

  private static Future<Map<String, @Nullable Object>> explainSaved(
      Snapshot snapshot, AdminQuery request, ShopRef customer) {
    long workspaceId = request.caller().workspaceId();
    boolean withPrivate = request.caller().seesPrivateFields();
    return SegmentReads.require(snapshot.connection(), workspaceId, request.id())
        .compose(segment -> SegmentReads.resolve(snapshot.connection(), segment))
        .compose(
            resolved ->
                CustomerRows.require(snapshot.connection(), workspaceId, customer)
                    .compose(
                        found ->
                            MemberList.state(
                                    snapshot.connection(), workspaceId, request.id(), found.id())
                                .compose(
                                    state ->
                                        explain(snapshot, resolved, found, withPrivate, state))));
  }

  /**
   * @param stored what is stored of the customer in a tracked segment
   */
  private static Future<Map<String, @Nullable Object>> explain(
      Snapshot snapshot,
      Resolved resolved,
      Found customer,
      boolean withPrivate,
      Optional<State> stored) {
    return new Explainer(
            snapshot.connection(),
            resolved.vocabulary(),
            leaf -> ShownLeaf.json(leaf, resolved.vocabulary(), withPrivate),
            withPrivate)
        .explain(resolved.scope(snapshot.at()), resolved.condition(), customer.id())
        .map(
            condition -> {
              Map<String, @Nullable Object> json = new LinkedHashMap<>();
              json.put("customer", json(customer));
              json.put("member", condition.path("result").asBoolean());
              json.put("at", Times.format(snapshot.at().atOffset(ZoneOffset.UTC)));
              json.put("tracked", stored.map(ExplanationHandlers::json).orElse(null));
              json.put("condition", condition);
              return json;
            });
  }

  private static Map<String, Object> json(Found customer) {
    Map<String, Object> json = new LinkedHashMap<>();
    json.put("id", CustomerId.of(customer.id()));
    json.put("myplatformDomain", customer.domain());
    return json;
  }

  private static Map<String, @Nullable Object> json(State state) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    json.put("member", state.isMember());
    json.put("since", state.since().map(Times::format).orElse(null));
    json.put("version", state.version());
    json.put("pending", state.isPending());
    return json;
  }

  private static JsonResponse respond(Map<String, @Nullable Object> explanation) {
    return JsonResponse.of(Map.of("explanation", explanation));
  }
}
