/** The list of events (contract §7). */
@NullMarked
package dev.shopwire.ingest.lookup;

import org.jspecify.annotations.NullMarked;
