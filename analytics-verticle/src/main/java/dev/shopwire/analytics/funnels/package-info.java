/** Funnels and their drop-outs (docs/api/reads.md). */
@NullMarked
package dev.shopwire.analytics.funnels;

import org.jspecify.annotations.NullMarked;
