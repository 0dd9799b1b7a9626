package dev.shopwire.sources.lifecycle;

import java.util.Optional;

/**
 * All that decides what an app is to a shop at an instant, and what the next record changes.
 *
 * @param subscribed whether it had a subscription since the last install
 */
public record PairState(
    Relation relation, boolean subscribed, Optional<Subscription> subscription) {
  static final PairState NONE = new PairState(Relation.NONE, false, Optional.empty());

  /** Empty while nothing is known. */
  public Optional<LifecycleState> state() {
    return Optional.ofNullable(
        switch (relation) {
          case NONE -> null;
          case UNINSTALLED -> LifecycleState.UNINSTALLED;
          case DEACTIVATED -> LifecycleState.DEACTIVATED;
          case INSTALLED -> subscription.map(PairState::of).orElseGet(this::withoutSubscription);
        });
  }

  private static LifecycleState of(Subscription subscription) {
    if (subscription.frozen()) {
      return LifecycleState.FROZEN;
    }
    if (subscription.cancelAt().isPresent()) {
      return LifecycleState.CANCELING;
    }
    return subscription.trial() ? LifecycleState.TRIAL : LifecycleState.SUBSCRIBED;
  }

  private LifecycleState withoutSubscription() {
    return subscribed ? LifecycleState.UNSUBSCRIBED : LifecycleState.INSTALLED;
  }

  public boolean isInstalled() {
    return relation == Relation.INSTALLED;
  }

  public boolean isPaying() {
    return isInstalled() && subscription.map(Subscription::isPaying).orElse(false);
  }

  /** Monthly recurring revenue in the currency of the price: above 0, or zero. */
  public Fraction mrr() {
    return isPaying()
        ? subscription.flatMap(Subscription::monthly).orElse(Fraction.ZERO)
        : Fraction.ZERO;
  }

  PairState with(Optional<Subscription> changed) {
    return new PairState(relation, subscribed || changed.isPresent(), changed);
  }

  PairState with(Relation changed) {
    return new PairState(changed, subscribed, subscription);
  }
}
