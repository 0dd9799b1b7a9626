/** Customers and their contacts: staff pushes, console calls, limits. */
@NullMarked
package dev.shopwire.app.customers;

import org.jspecify.annotations.NullMarked;
