package dev.shopwire.ingest.auth;

import dev.shopwire.common.tenancy.RateLimits;

/** The app, workspace and limits that an active API key grants. */
public record ApiKeyGrant(String keyId, int appId, int workspaceId, RateLimits limits) {}
