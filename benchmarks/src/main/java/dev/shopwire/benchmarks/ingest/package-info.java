/** Compares how many events per second the service accepts with plain SQL. */
@NullMarked
package dev.shopwire.benchmarks.ingest;

import org.jspecify.annotations.NullMarked;
