package dev.shopwire.sources.lifecycle;

import java.time.Instant;
import java.util.List;
import java.util.Optional;

/**
 * What an app is to a shop now, as {@code GET /customers/{id}/lifecycle} shows it.
 *
 * @param since when the state began
 * @param installs how often it was installed, reinstalls included
 * @param installedAt the last install
 * @param firstInstalledAt the first install
 * @param uninstalledAt the last uninstall, as {@code reason} and {@code note}
 * @param mrr of a paying subscription with known price and interval, in the currency of its price
 * @param revenue by currency, in alphabetical order
 */
public record LifecycleEntry(
    LifecycleState state,
    Instant since,
    int installs,
    Optional<Instant> installedAt,
    Optional<Instant> firstInstalledAt,
    Optional<Instant> uninstalledAt,
    Optional<String> reason,
    Optional<String> note,
    Optional<Subscription> subscription,
    Optional<Fraction> mrr,
    List<Revenue> revenue) {}
