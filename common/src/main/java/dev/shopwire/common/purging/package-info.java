/** Dropping partitions that are past retention: how many at once, and when not. */
@NullMarked
package dev.shopwire.common.purging;

import org.jspecify.annotations.NullMarked;
