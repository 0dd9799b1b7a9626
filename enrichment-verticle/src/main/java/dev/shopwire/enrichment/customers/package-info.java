/** Customers as the enrichment role sees them: domain, profile and values. */
@NullMarked
package dev.shopwire.enrichment.customers;

import org.jspecify.annotations.NullMarked;
