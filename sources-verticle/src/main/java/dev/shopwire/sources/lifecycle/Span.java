package dev.shopwire.sources.lifecycle;

import dev.shopwire.sources.records.BillingInterval;
import java.time.Instant;
import java.util.Optional;

/**
 * A time in which nothing changes between an app and a shop. It applies to instants t with {@code
 * from < t ≤ to}, because a state at t is the one after all that is before t.
 *
 * @param to {@link Instant#MAX} for the last span
 * @param plan of the subscription
 * @param mrr monthly recurring revenue in {@code currency}: zero unless it pays a known price
 * @param currency of the known price
 * @param test whether the subscription is a test
 * @param unpriced whether the price of a paying subscription is unknown
 * @param unknownInterval whether the interval of a paying subscription is unknown
 * @param recordId the id of the record that began it; empty if it began by itself
 */
public record Span(
    Instant from,
    Instant to,
    LifecycleState state,
    boolean installed,
    boolean paying,
    Optional<String> plan,
    Optional<String> currency,
    Fraction mrr,
    boolean test,
    boolean unpriced,
    boolean unknownInterval,
    Optional<String> recordId) {

  static Span of(
      Instant from,
      Instant to,
      LifecycleState lifecycleState,
      PairState state,
      Optional<String> recordId) {
    Optional<Subscription> subscription = state.subscription();
    Optional<Price> price = subscription.flatMap(Subscription::price);
    Optional<BillingInterval> interval = subscription.flatMap(Subscription::interval);
    return new Span(
        from,
        to,
        lifecycleState,
        state.isInstalled(),
        state.isPaying(),
        subscription.flatMap(Subscription::plan),
        price.map(Price::currency),
        state.mrr(),
        subscription.map(Subscription::test).orElse(false),
        state.isPaying() && price.isEmpty(),
        state.isPaying() && interval.isEmpty(),
        recordId);
  }

  /** Whether it counts as a trial: in that state, and no test. */
  public boolean isTrial() {
    return state == LifecycleState.TRIAL && !test;
  }

  /** Whether it counts as a frozen subscription: in that state, and no test. */
  public boolean isFrozen() {
    return state == LifecycleState.FROZEN && !test;
  }
}
