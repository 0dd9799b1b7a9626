package dev.shopwire.analytics.reports;

import java.util.Optional;

/**
 * The figures of the events with one value of a property.
 *
 * @param key as {@link GroupValue} writes it; empty for the rest
 */
record Group(Optional<String> key, Series series) {}
