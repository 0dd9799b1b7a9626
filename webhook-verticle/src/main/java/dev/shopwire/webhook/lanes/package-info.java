/** Leases that assign lanes of endpoints to workers. */
@NullMarked
package dev.shopwire.webhook.lanes;

import org.jspecify.annotations.NullMarked;
