package dev.shopwire.common.query;

/**
 * Whose events are read.
 *
 * @param appId the one app whose events these are
 * @param workspaceId whose customers they are of
 */
public record AppScope(int workspaceId, int appId) {}
