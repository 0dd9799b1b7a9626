/** The public HTTP API and the hot path of usage events. */
@NullMarked
package dev.shopwire.ingest;

import org.jspecify.annotations.NullMarked;
