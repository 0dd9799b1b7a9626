/** Meters of stores and event loops, by the Vert.x metrics SPI. */
@NullMarked
package dev.shopwire.app.metrics;

import org.jspecify.annotations.NullMarked;
