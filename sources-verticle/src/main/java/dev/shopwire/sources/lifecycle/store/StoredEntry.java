package dev.shopwire.sources.lifecycle.store;

import dev.shopwire.sources.lifecycle.Fraction;
import dev.shopwire.sources.lifecycle.Lifecycle;
import dev.shopwire.sources.lifecycle.LifecycleEntry;
import dev.shopwire.sources.lifecycle.LifecycleState;
import dev.shopwire.sources.lifecycle.Price;
import dev.shopwire.sources.lifecycle.Revenue;
import dev.shopwire.sources.lifecycle.Span;
import dev.shopwire.sources.lifecycle.Subscription;
import dev.shopwire.sources.records.BillingInterval;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What an app is to a shop now, as it is stored.
 *
 * @param isPaying whether the subscription pays
 * @param revenue by currency, in alphabetical order
 */
public record StoredEntry(
    LifecycleState state,
    Instant since,
    int installs,
    Optional<Instant> installedAt,
    Optional<Instant> firstInstalledAt,
    Optional<Instant> uninstalledAt,
    Optional<String> reason,
    Optional<String> note,
    Optional<StoredSubscription> subscription,
    boolean isPaying,
    List<Revenue> revenue,
    Beginnings beginnings) {

  /** The subscription that a shop has. */
  public record StoredSubscription(
      Optional<String> id,
      Optional<String> plan,
      Optional<Price> price,
      Optional<BillingInterval> interval,
      boolean isTest,
      Instant activatedAt,
      Optional<Instant> trialEndsAt,
      Optional<Instant> cancelAt,
      boolean isFrozen) {

    private static StoredSubscription of(Subscription from) {
      return new StoredSubscription(
          from.id(),
          from.plan(),
          from.price().map(price -> new Price(plain(price.amount()), price.currency())),
          from.interval(),
          from.test(),
          from.activatedAt(),
          from.trialEndsAt(),
          from.cancelAt(),
          from.frozen());
    }
  }

  static StoredEntry of(Lifecycle lifecycle, LifecycleEntry entry) {
    List<Span> spans = lifecycle.spans();
    return new StoredEntry(
        entry.state(),
        entry.since(),
        entry.installs(),
        entry.installedAt(),
        entry.firstInstalledAt(),
        entry.uninstalledAt(),
        entry.reason(),
        entry.note(),
        entry.subscription().map(StoredSubscription::of),
        !spans.isEmpty() && spans.get(spans.size() - 1).paying(),
        entry.revenue().stream()
            .map(one -> new Revenue(one.currency(), plain(one.gross()), plain(one.net())))
            .toList(),
        Beginnings.of(lifecycle));
  }

  /** With the digits that the database keeps. */
  private static BigDecimal plain(BigDecimal amount) {
    return amount.scale() < 0 ? amount.setScale(0) : amount;
  }

  /** Monthly recurring revenue of a paying subscription with known price and interval. */
  public Optional<Fraction> mrr() {
    return subscription
        .filter(one -> isPaying)
        .flatMap(
            one ->
                one.price()
                    .flatMap(
                        price ->
                            one.interval()
                                .map(length -> Fraction.of(price.amount(), length.months()))));
  }
}
