package dev.shopwire.sources.lifecycle.store;

import java.time.Instant;

/**
 * Which transitions of a connection are announced.
 *
 * @param since the making of the connection: none is that happened before
 * @param isQuiet whether none is at all, as in a first backfill and in a rebuild
 */
public record Announcing(long workspaceId, Instant since, boolean isQuiet) {}
