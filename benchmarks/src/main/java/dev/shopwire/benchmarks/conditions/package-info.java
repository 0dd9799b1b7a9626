/** Measures reads of segments on a large installation. */
@NullMarked
package dev.shopwire.benchmarks.conditions;

import org.jspecify.annotations.NullMarked;
