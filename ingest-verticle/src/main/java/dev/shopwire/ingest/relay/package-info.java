/** Routes that are admitted here and relayed over the bus to the role that handles them. */
@NullMarked
package dev.shopwire.ingest.relay;

import org.jspecify.annotations.NullMarked;
