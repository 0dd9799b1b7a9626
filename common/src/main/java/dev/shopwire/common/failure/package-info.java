/** Expected refusals, and how they are told. */
@NullMarked
package dev.shopwire.common.failure;

import org.jspecify.annotations.NullMarked;
