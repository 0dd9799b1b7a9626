package dev.shopwire.sources.lifecycle;

import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/** Names what changed from one state of an app in a shop to the next. */
final class Topics {
  private Topics() {}

  static List<LifecycleTopic> of(PairState before, PairState after) {
    List<LifecycleTopic> topics = new ArrayList<>();
    if (before.relation() != after.relation()) {
      relation(before, after).ifPresent(topics::add);
    }
    Optional<Subscription> was = before.subscription();
    Optional<Subscription> is = after.subscription();
    if (is.isPresent()) {
      subscription(was, is.get(), topics);
    } else if (was.isPresent()) {
      topics.add(LifecycleTopic.CANCELED);
    }
    return topics;
  }

  private static Optional<LifecycleTopic> relation(PairState before, PairState after) {
    return Optional.ofNullable(
        switch (after.relation()) {
          case NONE -> null;
          case UNINSTALLED -> LifecycleTopic.APPS_UNINSTALLED;
          case DEACTIVATED -> LifecycleTopic.APPS_DEACTIVATED;
          case INSTALLED ->
              switch (before.relation()) {
                case UNINSTALLED -> LifecycleTopic.APPS_REINSTALLED;
                case DEACTIVATED -> LifecycleTopic.APPS_REACTIVATED;
                // The caller knows whether it was an install.
                default -> null;
              };
        });
  }

  private static void subscription(
      Optional<Subscription> was, Subscription is, List<LifecycleTopic> topics) {
    boolean wasTrial = was.map(Subscription::trial).orElse(false);
    if (is.trial() && !wasTrial) {
      topics.add(LifecycleTopic.TRIAL_STARTED);
    } else if (wasTrial && !is.trial()) {
      topics.add(LifecycleTopic.TRIAL_ENDED);
    }
    if (is.paid() && !was.map(Subscription::paid).orElse(false)) {
      topics.add(LifecycleTopic.ACTIVATED);
    }
    if (was.map(previous -> isChanged(previous, is)).orElse(false)) {
      topics.add(LifecycleTopic.CHANGED);
    }
    if (is.cancelAt().isPresent() && !is.cancelAt().equals(was.flatMap(Subscription::cancelAt))) {
      topics.add(LifecycleTopic.CANCEL_SCHEDULED);
    }
    boolean wasFrozen = was.map(Subscription::frozen).orElse(false);
    if (is.frozen() != wasFrozen) {
      topics.add(is.frozen() ? LifecycleTopic.FROZEN : LifecycleTopic.UNFROZEN);
    }
  }

  /** Whether plan, price or interval are others; what is unknown is not another one. */
  private static boolean isChanged(Subscription was, Subscription is) {
    return differs(was.plan(), is.plan())
        || differs(was.interval(), is.interval())
        || (was.price().isPresent()
            && is.price().isPresent()
            && !was.price().get().isSameAs(is.price().get()));
  }

  private static <T> boolean differs(Optional<T> was, Optional<T> is) {
    return was.isPresent() && is.isPresent() && !was.equals(is);
  }
}
