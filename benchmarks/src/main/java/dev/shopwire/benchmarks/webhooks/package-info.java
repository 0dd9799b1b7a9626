/** How many webhooks a second are delivered, how soon, at what cost, and what delays them. */
@NullMarked
package dev.shopwire.benchmarks.webhooks;

import org.jspecify.annotations.NullMarked;
