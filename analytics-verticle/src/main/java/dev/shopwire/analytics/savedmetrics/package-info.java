/** Saved definitions of reports, and what they come to. */
@NullMarked
package dev.shopwire.analytics.savedmetrics;

import org.jspecify.annotations.NullMarked;
