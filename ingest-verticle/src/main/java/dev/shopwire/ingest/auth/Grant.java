package dev.shopwire.ingest.auth;

import dev.shopwire.common.tenancy.RateLimits;

/** What an active API key stands for. */
public record Grant(String keyId, int appId, int workspaceId, RateLimits limits) {}
