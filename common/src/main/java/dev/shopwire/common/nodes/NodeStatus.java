package dev.shopwire.common.nodes;

import java.util.List;

/**
 * What a process reports of itself.
 *
 * @param startedAt RFC 3339
 * @param roles their ids
 * @param stores those that it uses
 */
public record NodeStatus(
    String version,
    String startedAt,
    List<String> roles,
    long heapUsedBytes,
    long heapMaxBytes,
    List<StoreStatus> stores) {}
