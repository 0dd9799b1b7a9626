/** Measures the console's pages, lists, exports and sign-ins on a large installation. */
@NullMarked
package dev.shopwire.benchmarks.console;

import org.jspecify.annotations.NullMarked;
