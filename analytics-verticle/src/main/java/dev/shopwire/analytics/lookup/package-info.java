/** Lists of events (docs/api/reads.md). */
@NullMarked
package dev.shopwire.analytics.lookup;

import org.jspecify.annotations.NullMarked;
