/** The enrichment role: customers, custom fields and staff. */
@NullMarked
package dev.shopwire.enrichment;

import org.jspecify.annotations.NullMarked;
