package dev.shopwire.sources.lifecycle.store;

import java.util.Optional;

/**
 * The history of a shop before and after it was computed again.
 *
 * @param before as it was stored; empty if there was none
 */
public record HistoryChange(
    String shop, Optional<StoredHistory.Columns> before, StoredHistory after) {}
