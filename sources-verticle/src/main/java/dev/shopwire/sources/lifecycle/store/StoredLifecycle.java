package dev.shopwire.sources.lifecycle.store;

import java.time.Instant;
import java.util.Optional;

/**
 * A row of the table of lifecycles.
 *
 * @param transitions how many the history has
 * @param nextAt when it is to be computed again although nothing has arrived
 * @param entry empty while nothing is known but earnings, and records that don't count yet
 */
record StoredLifecycle(
    String shop,
    StoredHistory.Columns history,
    int transitions,
    Optional<Instant> nextAt,
    Optional<StoredEntry> entry) {}
