/** Measures the throughput, latency and cost of webhook deliveries, and what delays them. */
@NullMarked
package dev.shopwire.benchmarks.webhooks;

import org.jspecify.annotations.NullMarked;
