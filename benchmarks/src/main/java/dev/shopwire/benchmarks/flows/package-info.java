/** Measures what flows cost, and how late their steps are. */
@NullMarked
package dev.shopwire.benchmarks.flows;

import org.jspecify.annotations.NullMarked;
