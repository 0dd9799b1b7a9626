/** Shared by all reads: parameters, SQL, budgets and connections. */
@NullMarked
package dev.shopwire.analytics.query;

import org.jspecify.annotations.NullMarked;
