package dev.shopwire.automation.runs.explanations;

import com.fasterxml.jackson.databind.JsonNode;
import dev.shopwire.automation.conditions.Condition;
import dev.shopwire.automation.conditions.SegmentDefinition;
import dev.shopwire.automation.definitions.FlowDefinition;
import dev.shopwire.automation.explain.Explainer;
import dev.shopwire.automation.reads.Snapshot;
import dev.shopwire.automation.runs.explanations.EntryHistory.Decided;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.machine.RunKey;
import dev.shopwire.automation.runs.plans.Plans;
import dev.shopwire.automation.runs.plans.VersionKey;
import dev.shopwire.automation.segments.Resolved;
import dev.shopwire.automation.segments.ShownLeaf;
import io.vertx.core.Future;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * Explains, within one snapshot, why a customer entered a flow or did not. For one explanation; use
 * from one event loop.
 */
final class EntryExplanations {
  private final Snapshot snapshot;
  private final Plans plans;
  private final long workspaceId;
  private final long flowId;
  private final long customerId;
  private final boolean withPrivate;
  private final EntryHistory history;

  /**
   * @param withPrivate whether the reader may see private fields
   */
  EntryExplanations(
      Snapshot snapshot,
      Plans plans,
      long workspaceId,
      long flowId,
      long customerId,
      boolean withPrivate) {
    this.snapshot = snapshot;
    this.plans = plans;
    this.workspaceId = workspaceId;
    this.flowId = flowId;
    this.customerId = customerId;
    this.withPrivate = withPrivate;
    this.history = new EntryHistory(snapshot.connection(), workspaceId, flowId, customerId);
  }

  /** Of an event: what was decided, or else all that speaks against an entry. */
  Future<List<Reason>> ofEvent(String eventId) {
    return CustomerEvent.find(snapshot.connection(), workspaceId, customerId, eventId)
        .compose(
            found ->
                found
                    .map(this::of)
                    .orElseGet(
                        () ->
                            Future.succeededFuture(
                                List.of(
                                    Reason.of(
                                        "unknown_event",
                                        "The customer has no such event, or it is no longer"
                                            + " stored")))));
  }

  /** The last decision that was not a refusal, and whether the customer could enter now. */
  Future<List<Reason>> ofNow() {
    return history
        .last()
        .compose(
            last ->
                last.isPresent()
                    ? Future.succeededFuture(List.of(decided(last.get())))
                    : history
                        .entry(RunKey.LAST_ENTRY)
                        .compose(
                            entered ->
                                entered.isPresent()
                                    ? Future.succeededFuture(
                                        List.of(decided(true, entered.get(), Optional.empty())))
                                    : flow(snapshot.at())
                                        .map(
                                            flow ->
                                                EventReasons.ofStatus(flow, snapshot.at()).stream()
                                                    .toList())));
  }

  private Future<FlowHistory> flow(Instant at) {
    return FlowHistory.read(snapshot.connection(), workspaceId, flowId, at)
        .map(Optional::orElseThrow);
  }

  private Future<List<Reason>> of(CustomerEvent event) {
    return history
        .of(event)
        .compose(
            decided ->
                decided.isPresent()
                    ? Future.succeededFuture(List.of(decided(decided.get())))
                    : refused(event));
  }

  private static Reason decided(Decided decided) {
    return decided(decided.hasEntered(), decided.enteredAt(), decided.graceUntil());
  }

  private static Reason decided(boolean hasEntered, Instant at, Optional<Instant> graceUntil) {
    return hasEntered
        ? Reason.at("entered", "The customer entered", at)
        : Reason.at(
            "pending_grace",
            "The entry condition does not hold yet; the customer enters if it does before this time",
            graceUntil.orElse(at));
  }

  private Future<List<Reason>> refused(CustomerEvent event) {
    return flow(event.receivedAt())
        .compose(
            flow -> {
              Optional<Reason> status = EventReasons.ofStatus(flow, event.receivedAt());
              return status.isPresent() || flow.version().isEmpty()
                  ? Future.succeededFuture(status.stream().toList())
                  : plan(flow.version().get()).compose(plan -> refused(event, plan));
            });
  }

  private Future<Plan> plan(int version) {
    VersionKey key = new VersionKey(flowId, version);
    return plans
        .load(snapshot.connection(), workspaceId, List.of(key))
        .map(
            found ->
                Optional.ofNullable(found.get(key))
                    .orElseThrow(() -> new IllegalStateException("A version has no definition")));
  }

  private Future<List<Reason>> refused(CustomerEvent event, Plan plan) {
    EventReasons reasons = new EventReasons(event, plan.definition(), history);
    List<Reason> all = new ArrayList<>(reasons.ofTrigger());
    if (all.stream().anyMatch(reason -> reason.code().equals("not_this_trigger"))) {
      return Future.succeededFuture(all);
    }
    return reasons
        .ofFrequency()
        .compose(
            frequency -> {
              frequency.ifPresent(all::add);
              return ofCondition(plan.definition());
            })
        .compose(
            condition -> {
              condition.ifPresent(all::add);
              return all.isEmpty()
                  ? undecided(event, plan.definition())
                  : Future.succeededFuture(all);
            });
  }

  /** If the entry condition does not hold now. */
  private Future<Optional<Reason>> ofCondition(FlowDefinition definition) {
    Optional<Condition> condition = definition.entry().condition();
    if (condition.isEmpty()) {
      return Future.succeededFuture(Optional.empty());
    }
    SegmentDefinition tested =
        new SegmentDefinition(condition.get(), definition.timezone().fallback());
    return Resolved.of(snapshot.connection(), workspaceId, tested)
        .compose(this::explained)
        .map(
            tree ->
                tree.path("result").asBoolean()
                    ? Optional.empty()
                    : Optional.of(
                        new Reason(
                            "condition_false",
                            "The entry condition does not hold; this is how it is now",
                            Optional.of(snapshot.at()),
                            Optional.of(tree))));
  }

  private Future<JsonNode> explained(Resolved resolved) {
    return new Explainer(
            snapshot.connection(),
            resolved.vocabulary(),
            leaf -> ShownLeaf.json(leaf, resolved.vocabulary(), withPrivate),
            withPrivate)
        .explain(resolved.scope(snapshot.at()), resolved.condition(), customerId)
        .map(tree -> tree);
  }

  /** Nothing speaks against an entry now. */
  private Future<List<Reason>> undecided(CustomerEvent event, FlowDefinition definition) {
    return history
        .waits(event)
        .map(
            waits -> {
              Instant graceEnd = event.receivedAt().plus(definition.entry().grace());
              return waits || definition.entry().condition().isEmpty()
                  ? List.of(Reason.of("undecided", "The event waits to be decided about"))
                  : List.of(
                      Reason.at(
                          "condition_false",
                          "The entry condition holds now, but did not by this time",
                          graceEnd));
            });
  }
}
