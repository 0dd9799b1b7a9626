/** Redis servers, clusters and sentinels as real processes. */
@NullMarked
package dev.shopwire.testing.redis;

import org.jspecify.annotations.NullMarked;
