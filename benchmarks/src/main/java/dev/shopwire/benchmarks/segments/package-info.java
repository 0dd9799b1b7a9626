/** Measures conditions on custom fields over a million customers; see decision record 0002. */
@NullMarked
package dev.shopwire.benchmarks.segments;

import org.jspecify.annotations.NullMarked;
