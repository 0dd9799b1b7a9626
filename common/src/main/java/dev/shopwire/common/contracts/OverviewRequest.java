package dev.shopwire.common.contracts;

import dev.shopwire.common.access.Caller;

/**
 * Requests a role's part of a workspace's overview.
 *
 * @param startDate the first local day, {@code YYYY-MM-DD}
 * @param endDate the last local day
 * @param timezone an IANA identifier
 */
public record OverviewRequest(
    long workspaceId, String startDate, String endDate, String timezone, Caller caller) {}
