/** The console's API, on its own port. */
@NullMarked
package dev.shopwire.console;

import org.jspecify.annotations.NullMarked;
