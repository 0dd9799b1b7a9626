/** Compatibility with clients of the previous vendor: its names, all in this package. */
@NullMarked
package dev.shopwire.common.compat;

import org.jspecify.annotations.NullMarked;
