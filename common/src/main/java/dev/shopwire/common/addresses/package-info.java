/** Addresses of the network: blocks of them, and whom a client counts as. */
@NullMarked
package dev.shopwire.common.addresses;

import org.jspecify.annotations.NullMarked;
