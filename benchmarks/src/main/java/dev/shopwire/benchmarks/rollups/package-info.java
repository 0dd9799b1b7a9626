/** How fast stored events are added up, and how far reports are behind under load. */
@NullMarked
package dev.shopwire.benchmarks.rollups;

import org.jspecify.annotations.NullMarked;
