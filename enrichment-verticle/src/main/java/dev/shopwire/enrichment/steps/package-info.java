/** Changes of customers that steps of flows ask for: each is made once. */
@NullMarked
package dev.shopwire.enrichment.steps;

import org.jspecify.annotations.NullMarked;
