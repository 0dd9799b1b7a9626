package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.sources.lifecycle.LifecycleState;
import dev.shopwire.sources.lifecycle.LifecycleTopic;
import dev.shopwire.sources.lifecycle.Transition.Counted;
import java.util.List;

/**
 * The numbers under which constants are stored: their places in these lists. New constants are
 * added at the end.
 */
final class StoredNumbers {
  static final List<LifecycleState> STATES =
      List.of(
          LifecycleState.UNINSTALLED,
          LifecycleState.DEACTIVATED,
          LifecycleState.FROZEN,
          LifecycleState.CANCELING,
          LifecycleState.TRIAL,
          LifecycleState.SUBSCRIBED,
          LifecycleState.UNSUBSCRIBED,
          LifecycleState.INSTALLED);

  static final List<LifecycleTopic> TOPICS =
      List.of(
          LifecycleTopic.APPS_INSTALLED,
          LifecycleTopic.APPS_REINSTALLED,
          LifecycleTopic.APPS_UNINSTALLED,
          LifecycleTopic.APPS_DEACTIVATED,
          LifecycleTopic.APPS_REACTIVATED,
          LifecycleTopic.TRIAL_STARTED,
          LifecycleTopic.TRIAL_ENDED,
          LifecycleTopic.ACTIVATED,
          LifecycleTopic.CHANGED,
          LifecycleTopic.CANCEL_SCHEDULED,
          LifecycleTopic.CANCELED,
          LifecycleTopic.FROZEN,
          LifecycleTopic.UNFROZEN);

  static final List<Counted> COUNTED =
      List.of(Counted.NOTHING, Counted.INSTALL, Counted.REINSTALL, Counted.UNINSTALL);

  private StoredNumbers() {}
}
