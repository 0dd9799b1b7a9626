/** Custom fields: their definitions, what a name means to an app, and their values. */
@NullMarked
package dev.shopwire.enrichment.fields;

import org.jspecify.annotations.NullMarked;
