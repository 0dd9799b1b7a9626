/** Measures what the pull from the partner interface costs others. */
@NullMarked
package dev.shopwire.benchmarks.partner;

import org.jspecify.annotations.NullMarked;
