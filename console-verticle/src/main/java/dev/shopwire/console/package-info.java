/** The console: its API, on a port of its own. */
@NullMarked
package dev.shopwire.console;

import org.jspecify.annotations.NullMarked;
