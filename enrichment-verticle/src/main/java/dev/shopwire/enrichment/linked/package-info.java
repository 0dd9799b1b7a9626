/** Writes the values that runs of linked queries have read. */
@NullMarked
package dev.shopwire.enrichment.linked;

import org.jspecify.annotations.NullMarked;
