/** Saved report definitions and their values. */
@NullMarked
package dev.shopwire.analytics.savedmetrics;

import org.jspecify.annotations.NullMarked;
