/** Figures over events by time: from rollups where they are enough, else from the events. */
@NullMarked
package dev.shopwire.analytics.reports;

import org.jspecify.annotations.NullMarked;
