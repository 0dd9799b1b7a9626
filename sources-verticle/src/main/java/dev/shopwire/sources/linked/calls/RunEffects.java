package dev.shopwire.sources.linked.calls;

import dev.shopwire.common.access.Caller;
import dev.shopwire.common.contracts.FieldEffectContracts;
import dev.shopwire.common.contracts.FieldEffectContracts.Effects;
import dev.shopwire.common.contracts.FieldEffectContracts.Named;
import dev.shopwire.common.contracts.FieldEffectContracts.Query;
import dev.shopwire.common.failure.Failure;
import dev.shopwire.sources.linked.runs.LinkedRun;
import dev.shopwire.sources.linked.runs.ShownRuns;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.sqlclient.Pool;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Asks the automation role which segments and flows a run would touch. Runs on the caller's event
 * loop.
 */
record RunEffects(Vertx vertx, Pool pool) {

  /** As in the API; empty if the role does not respond. */
  Future<Optional<Map<String, Object>>> of(Caller caller, LinkedRun run) {
    return ShownRuns.fields(pool, caller, run)
        .compose(
            fields -> FieldEffectContracts.FIND.call(vertx, new Query(run.workspaceId(), fields)))
        .map(effects -> Optional.of(json(effects)))
        .recover(
            error ->
                error instanceof Failure
                    ? Future.succeededFuture(Optional.empty())
                    : Future.failedFuture(error));
  }

  private static Map<String, Object> json(Effects effects) {
    return Map.of("segments", json(effects.segments()), "flows", json(effects.flows()));
  }

  private static List<Map<String, String>> json(List<Named> named) {
    return named.stream()
        .map(each -> Map.of("id", Long.toString(each.id()), "name", each.name()))
        .toList();
  }
}
