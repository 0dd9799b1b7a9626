/** How many events a second the service takes, beside plain SQL in the same run. */
@NullMarked
package dev.shopwire.benchmarks.ingest;

import org.jspecify.annotations.NullMarked;
