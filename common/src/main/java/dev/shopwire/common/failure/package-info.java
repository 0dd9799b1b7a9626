/** Expected failures, unexpected errors and how both are reported; exhausted memory. */
@NullMarked
package dev.shopwire.common.failure;

import org.jspecify.annotations.NullMarked;
