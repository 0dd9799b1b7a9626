/** Custom fields: their definitions, how an app's names resolve to them, and their values. */
@NullMarked
package dev.shopwire.enrichment.fields;

import org.jspecify.annotations.NullMarked;
