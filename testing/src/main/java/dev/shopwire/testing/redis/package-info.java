/** Redis clusters and sentinels of real processes. */
@NullMarked
package dev.shopwire.testing.redis;

import org.jspecify.annotations.NullMarked;
