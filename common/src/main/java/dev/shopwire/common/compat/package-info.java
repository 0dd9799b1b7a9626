/** The other vendor's names for our things (contract §1), in this one place. */
@NullMarked
package dev.shopwire.common.compat;

import org.jspecify.annotations.NullMarked;
