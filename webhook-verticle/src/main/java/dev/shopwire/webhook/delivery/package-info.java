/** Delivery of due webhooks: queues, attempts, retries and results. */
@NullMarked
package dev.shopwire.webhook.delivery;

import org.jspecify.annotations.NullMarked;
