package dev.shopwire.sources.pull;

import java.util.UUID;

/**
 * The right to poll a connection.
 *
 * @param owner a process
 * @param epoch changes with the owner, so that writes of a former one have no effect
 */
record Lease(long appId, UUID owner, long epoch) {}
