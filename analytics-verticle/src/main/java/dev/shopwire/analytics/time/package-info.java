/** Named ranges of reports (docs/api/reads.md). */
@NullMarked
package dev.shopwire.analytics.time;

import org.jspecify.annotations.NullMarked;
