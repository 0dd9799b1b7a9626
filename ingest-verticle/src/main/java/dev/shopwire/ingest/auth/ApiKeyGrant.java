package dev.shopwire.ingest.auth;

import dev.shopwire.common.tenancy.RateLimits;

/** The app, workspace and limits that an active API key grants. */
public record ApiKeyGrant(String keyId, long appId, long workspaceId, RateLimits limits) {}
