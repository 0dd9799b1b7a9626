/** Measures how fast stored events are aggregated, and how far reports lag under load. */
@NullMarked
package dev.shopwire.benchmarks.rollups;

import org.jspecify.annotations.NullMarked;
