/** Cohort retention: whether customers come back (docs/api/reads.md). */
@NullMarked
package dev.shopwire.analytics.cohorts;

import org.jspecify.annotations.NullMarked;
