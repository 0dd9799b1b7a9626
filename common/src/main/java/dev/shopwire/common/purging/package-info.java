/** Drops partitions that are past retention, a limited number at a time. */
@NullMarked
package dev.shopwire.common.purging;

import org.jspecify.annotations.NullMarked;
