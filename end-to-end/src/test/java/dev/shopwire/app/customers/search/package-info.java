/** Tests of the console's list of customers: conditions, order, columns, exports. */
@NullMarked
package dev.shopwire.app.customers.search;

import org.jspecify.annotations.NullMarked;
