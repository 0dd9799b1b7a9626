/** Compares reads of many events with plain SQL, and measures how they slow down ingest. */
@NullMarked
package dev.shopwire.benchmarks.reads;

import org.jspecify.annotations.NullMarked;
