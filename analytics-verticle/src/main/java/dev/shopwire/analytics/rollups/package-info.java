/** Aggregates stored events, exactly once, into the rollups and sessions that reads use. */
@NullMarked
package dev.shopwire.analytics.rollups;

import org.jspecify.annotations.NullMarked;
