package dev.shopwire.automation.runs.engine;

import dev.shopwire.automation.runs.engine.FlowStates.State;
import dev.shopwire.automation.runs.machine.Plan;
import dev.shopwire.automation.runs.plans.VersionKey;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The flows of the runs of a transaction.
 *
 * @param requests what runs wait for, by run
 * @param now the moment of the transaction
 */
record Known(
    Map<VersionKey, Plan> plans,
    Map<Long, State> flows,
    Map<Long, StepRequests.Request> requests,
    Instant now) {
  Known {
    plans = Map.copyOf(plans);
    flows = Map.copyOf(flows);
    requests = Map.copyOf(requests);
  }

  Optional<Plan> plan(VersionKey version) {
    return Optional.ofNullable(plans.get(version));
  }

  @Nullable State flow(VersionKey version) {
    return flows.get(version.flowId());
  }

  Optional<StepRequests.Request> request(long runId) {
    return Optional.ofNullable(requests.get(runId));
  }

  State require(VersionKey version) {
    State state = flow(version);
    if (state == null) {
      throw new IllegalStateException("A run belongs to no flow");
    }
    return state;
  }
}
