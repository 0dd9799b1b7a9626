/** Generates the data of a large installation, directly in the service's tables. */
@NullMarked
package dev.shopwire.benchmarks.population;

import org.jspecify.annotations.NullMarked;
