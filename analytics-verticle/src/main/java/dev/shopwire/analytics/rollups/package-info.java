/** Adds up stored events exactly once, into what reports and sessions are read from. */
@NullMarked
package dev.shopwire.analytics.rollups;

import org.jspecify.annotations.NullMarked;
