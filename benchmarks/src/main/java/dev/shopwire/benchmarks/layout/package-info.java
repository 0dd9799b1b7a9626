/** Compares table layouts of the event store; see decision record 0001. */
@NullMarked
package dev.shopwire.benchmarks.layout;

import org.jspecify.annotations.NullMarked;
