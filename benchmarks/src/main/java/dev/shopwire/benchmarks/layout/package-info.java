/** Decides the table layout of the event store by measurement; see decision record 0001. */
@NullMarked
package dev.shopwire.benchmarks.layout;

import org.jspecify.annotations.NullMarked;
