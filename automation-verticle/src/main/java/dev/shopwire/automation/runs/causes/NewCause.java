package dev.shopwire.automation.runs.causes;

import dev.shopwire.automation.runs.plans.VersionKey;
import java.util.List;

/**
 * An event on its way to the runs of its customer.
 *
 * @param starts the flows that it may start
 * @param listeners the flows whose runs it may move on
 */
record NewCause(long customerId, CauseKey key, List<VersionKey> starts, List<Long> listeners) {
  NewCause {
    starts = List.copyOf(starts);
    listeners = List.copyOf(listeners);
  }
}
