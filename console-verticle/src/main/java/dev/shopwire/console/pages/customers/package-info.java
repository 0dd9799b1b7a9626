/** The pages about customers: their list, one customer, and how its credit came about. */
@NullMarked
package dev.shopwire.console.pages.customers;

import org.jspecify.annotations.NullMarked;
