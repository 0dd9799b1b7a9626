/** Measures what tracked segments cost and how soon webhooks report changes of membership. */
@NullMarked
package dev.shopwire.benchmarks.tracking;

import org.jspecify.annotations.NullMarked;
