/** What it costs, and brings, to spread the roles over processes. */
@NullMarked
package dev.shopwire.benchmarks.scale;

import org.jspecify.annotations.NullMarked;
