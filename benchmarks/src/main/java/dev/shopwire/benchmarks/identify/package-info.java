/** Compares identify calls with plain SQL. */
@NullMarked
package dev.shopwire.benchmarks.identify;

import org.jspecify.annotations.NullMarked;
