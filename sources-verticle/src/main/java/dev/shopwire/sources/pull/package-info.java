/** Fetches the records of connections: who does it, in which order, and how they are stored. */
@NullMarked
package dev.shopwire.sources.pull;

import org.jspecify.annotations.NullMarked;
