/** Reads of random usage events, compared with oracles that look at every event. */
@NullMarked
package dev.shopwire.app.analytics.behavior;

import org.jspecify.annotations.NullMarked;
