/** Reports over events by time: from rollups where they suffice, otherwise from the events. */
@NullMarked
package dev.shopwire.analytics.reports;

import org.jspecify.annotations.NullMarked;
