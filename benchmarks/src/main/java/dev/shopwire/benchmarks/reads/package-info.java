/** What reads and reports cost on many events, beside plain SQL, and what they cost ingest. */
@NullMarked
package dev.shopwire.benchmarks.reads;

import org.jspecify.annotations.NullMarked;
