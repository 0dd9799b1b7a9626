/** Shared by the benchmarks: load, rounds, results, and database access. */
@NullMarked
package dev.shopwire.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
