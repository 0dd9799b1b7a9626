package dev.shopwire.common.nodes;

import org.jspecify.annotations.Nullable;

/**
 * A store as a process sees it.
 *
 * @param name postgres, redis or replica
 * @param version null if it does not respond
 * @param latencyMs of a short query; null if it does not respond
 */
public record StoreStatus(
    String name, boolean ok, @Nullable String version, @Nullable Double latencyMs) {}
