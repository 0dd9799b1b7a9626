/**
 * Connections to Redis: a single server, a replicated master or a cluster. PostgreSQL stays the
 * source of truth.
 */
@NullMarked
package dev.shopwire.common.redis;

import org.jspecify.annotations.NullMarked;
