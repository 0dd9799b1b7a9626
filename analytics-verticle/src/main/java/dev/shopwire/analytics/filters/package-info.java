/** Event filters: query parameters and their SQL conditions (docs/api/reads.md). */
@NullMarked
package dev.shopwire.analytics.filters;

import org.jspecify.annotations.NullMarked;
