/**
 * Whether a request may proceed: rate limits and the request's idempotency key, in one Redis call.
 */
@NullMarked
package dev.shopwire.ingest.admission;

import org.jspecify.annotations.NullMarked;
