/** Figures over events by time: from rollups where they are enough, else from the events. */
@NullMarked
package dev.shopwire.ingest.reports;

import org.jspecify.annotations.NullMarked;
