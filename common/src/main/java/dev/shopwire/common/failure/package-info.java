/** Expected failures and how they are reported; exhausted memory. */
@NullMarked
package dev.shopwire.common.failure;

import org.jspecify.annotations.NullMarked;
