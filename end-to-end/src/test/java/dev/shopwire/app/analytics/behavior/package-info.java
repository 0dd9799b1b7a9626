/** Tests that compare reads of random usage events with oracles that check every event. */
@NullMarked
package dev.shopwire.app.analytics.behavior;

import org.jspecify.annotations.NullMarked;
