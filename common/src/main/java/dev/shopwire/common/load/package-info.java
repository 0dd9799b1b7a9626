/** Limits on the memory and connections that a process uses at once. */
@NullMarked
package dev.shopwire.common.load;

import org.jspecify.annotations.NullMarked;
