/** Webhooks: messages about changes, endpoints, signing, deliveries, retries and replays. */
@NullMarked
package dev.shopwire.app.webhooks;

import org.jspecify.annotations.NullMarked;
