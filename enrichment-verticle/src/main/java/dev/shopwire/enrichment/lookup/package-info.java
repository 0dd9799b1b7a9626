/** Reads customers for apps and for the console. */
@NullMarked
package dev.shopwire.enrichment.lookup;

import org.jspecify.annotations.NullMarked;
