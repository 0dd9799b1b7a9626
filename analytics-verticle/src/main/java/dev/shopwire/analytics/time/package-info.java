/** Ranges and buckets of time as people in a time zone see them (docs/api/reads.md). */
@NullMarked
package dev.shopwire.analytics.time;

import org.jspecify.annotations.NullMarked;
