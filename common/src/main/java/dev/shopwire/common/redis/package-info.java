/**
 * The way to Redis: one server, the master of several, or a cluster; always apart from what is
 * true, which is PostgreSQL.
 */
@NullMarked
package dev.shopwire.common.redis;

import org.jspecify.annotations.NullMarked;
