package dev.shopwire.common.query;

/**
 * The app whose events are read.
 *
 * @param workspaceId the workspace whose customers the events belong to
 * @param appId the app that the events belong to
 */
public record AppScope(long workspaceId, long appId) {}
