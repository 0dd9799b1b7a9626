/** Decides whether a request may proceed: rate limits and idempotency key, in one Redis call. */
@NullMarked
package dev.shopwire.ingest.admission;

import org.jspecify.annotations.NullMarked;
