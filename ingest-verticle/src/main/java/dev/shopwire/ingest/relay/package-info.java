/** Routes whose work another role does: they are let in here and passed on over the bus. */
@NullMarked
package dev.shopwire.ingest.relay;

import org.jspecify.annotations.NullMarked;
