/** What the benchmarks have in common: load, rounds, figures, and a database to ask. */
@NullMarked
package dev.shopwire.benchmarks.measure;

import org.jspecify.annotations.NullMarked;
