/** The console's list of customers: conditions, sorting, columns, exports. */
@NullMarked
package dev.shopwire.enrichment.search;

import org.jspecify.annotations.NullMarked;
