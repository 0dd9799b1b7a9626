/** Typed requests over the event bus. */
@NullMarked
package dev.shopwire.common.bus;

import org.jspecify.annotations.NullMarked;
