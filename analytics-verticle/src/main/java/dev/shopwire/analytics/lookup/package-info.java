/** The list of events (contract §7). */
@NullMarked
package dev.shopwire.analytics.lookup;

import org.jspecify.annotations.NullMarked;
