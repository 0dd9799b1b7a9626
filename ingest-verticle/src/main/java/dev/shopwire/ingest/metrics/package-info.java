/** Saved definitions of reports, and what they come to. */
@NullMarked
package dev.shopwire.ingest.metrics;

import org.jspecify.annotations.NullMarked;
