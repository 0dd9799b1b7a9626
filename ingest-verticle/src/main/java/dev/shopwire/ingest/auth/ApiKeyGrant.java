package dev.shopwire.ingest.auth;

import dev.shopwire.common.tenancy.RateLimits;

/** What an active API key stands for. */
public record ApiKeyGrant(String keyId, int appId, int workspaceId, RateLimits limits) {}
