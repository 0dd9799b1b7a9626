/** Time ranges and buckets in a time zone (docs/api/reads.md). */
@NullMarked
package dev.shopwire.analytics.time;

import org.jspecify.annotations.NullMarked;
