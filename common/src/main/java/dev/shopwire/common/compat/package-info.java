/** The other vendor's names for our things (docs/api/README.md), in this one place. */
@NullMarked
package dev.shopwire.common.compat;

import org.jspecify.annotations.NullMarked;
