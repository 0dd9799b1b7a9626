/** The stores that the roles of a process share. */
@NullMarked
package dev.shopwire.common.stores;

import org.jspecify.annotations.NullMarked;
