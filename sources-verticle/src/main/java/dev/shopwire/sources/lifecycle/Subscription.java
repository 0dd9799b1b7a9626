package dev.shopwire.sources.lifecycle;

import dev.shopwire.sources.records.BillingInterval;
import java.time.Instant;
import java.util.Optional;

/**
 * The subscription that a shop has, after the records and instants so far.
 *
 * @param id at the platform; empty if its records name none
 * @param price empty while it is unknown
 * @param interval empty while it is unknown
 * @param test whether nothing is paid for it
 * @param trialEndsAt when its trial ends or ended
 * @param trial whether it is in trial
 * @param cancelAt when it ends, if that is scheduled
 * @param paid whether it, or one that it replaced, has paid already
 */
public record Subscription(
    Optional<String> id,
    Optional<String> plan,
    Optional<Price> price,
    Optional<BillingInterval> interval,
    boolean test,
    Instant activatedAt,
    Optional<Instant> trialEndsAt,
    boolean trial,
    Optional<Instant> cancelAt,
    boolean frozen,
    boolean paid) {

  /** Whether {@code other} is the same subscription, or at least one of both is unknown. */
  boolean matches(Optional<String> other) {
    return id.isEmpty() || other.isEmpty() || id.equals(other);
  }

  /** Whether it pays where the app is installed. A price that is unknown counts as one. */
  boolean isPaying() {
    return !test
        && !frozen
        && !trial
        && price.map(known -> known.amount().signum() > 0).orElse(true);
  }

  /** The price by month, if price and interval are known. */
  Optional<Fraction> monthly() {
    return price.flatMap(
        known -> interval.map(length -> Fraction.of(known.amount(), length.months())));
  }

  Subscription withFrozen(boolean value) {
    return new Subscription(
        id, plan, price, interval, test, activatedAt, trialEndsAt, trial, cancelAt, value, paid);
  }

  Subscription withCancelAt(Instant value) {
    return new Subscription(
        id,
        plan,
        price,
        interval,
        test,
        activatedAt,
        trialEndsAt,
        trial,
        Optional.of(value),
        frozen,
        paid);
  }

  Subscription withPrice(Optional<Price> newPrice, Optional<BillingInterval> newInterval) {
    return new Subscription(
        id,
        plan,
        newPrice,
        newInterval,
        test,
        activatedAt,
        trialEndsAt,
        trial,
        cancelAt,
        frozen,
        paid);
  }

  Subscription withoutTrial() {
    return new Subscription(
        id, plan, price, interval, test, activatedAt, trialEndsAt, false, cancelAt, frozen, paid);
  }

  Subscription withPaid() {
    return new Subscription(
        id, plan, price, interval, test, activatedAt, trialEndsAt, trial, cancelAt, frozen, true);
  }
}
