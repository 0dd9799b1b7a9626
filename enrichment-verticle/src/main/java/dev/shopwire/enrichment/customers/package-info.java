/** Customers with their domains, profiles and custom field values. */
@NullMarked
package dev.shopwire.enrichment.customers;

import org.jspecify.annotations.NullMarked;
