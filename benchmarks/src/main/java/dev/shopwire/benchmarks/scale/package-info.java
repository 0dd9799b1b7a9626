/** Measures the cost and the gain of spreading the roles over processes. */
@NullMarked
package dev.shopwire.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
