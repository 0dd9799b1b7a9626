/** The public HTTP edge and the hot path of usage events. */
@NullMarked
package dev.shopwire.ingest;

import org.jspecify.annotations.NullMarked;
