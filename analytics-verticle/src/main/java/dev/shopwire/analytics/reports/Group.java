package dev.shopwire.analytics.reports;

import java.util.Optional;

/**
 * The values of the events with one value of a property.
 *
 * @param key as {@link GroupValue} encodes it; empty for the rest
 */
record Group(Optional<String> key, Series series) {}
