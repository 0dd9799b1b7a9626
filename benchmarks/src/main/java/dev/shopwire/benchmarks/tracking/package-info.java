/** Measures what tracked segments cost and how soon changes of membership are told. */
@NullMarked
package dev.shopwire.benchmarks.tracking;

import org.jspecify.annotations.NullMarked;
