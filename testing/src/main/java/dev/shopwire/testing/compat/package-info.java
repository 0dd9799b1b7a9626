/** What receivers of the other vendor's webhooks do. */
@NullMarked
package dev.shopwire.testing.compat;

import org.jspecify.annotations.NullMarked;
