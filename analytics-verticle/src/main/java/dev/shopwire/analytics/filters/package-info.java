/** Which events a read is about: its parameters and their SQL (docs/api/reads.md). */
@NullMarked
package dev.shopwire.analytics.filters;

import org.jspecify.annotations.NullMarked;
