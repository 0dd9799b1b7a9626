/** Behaves like existing receivers of the previous vendor's webhooks. */
@NullMarked
package dev.shopwire.testing.compat;

import org.jspecify.annotations.NullMarked;
