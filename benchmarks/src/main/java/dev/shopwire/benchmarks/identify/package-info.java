/** Measures identify calls beside plain SQL. */
@NullMarked
package dev.shopwire.benchmarks.identify;

import org.jspecify.annotations.NullMarked;
