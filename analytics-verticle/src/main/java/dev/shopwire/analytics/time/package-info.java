/** Ranges and buckets of time as people in a time zone see them (contract §7). */
@NullMarked
package dev.shopwire.analytics.time;

import org.jspecify.annotations.NullMarked;
