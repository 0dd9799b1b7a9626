/** Webhook endpoints: their URLs, subscriptions and state. */
@NullMarked
package dev.shopwire.webhook.endpoints;

import org.jspecify.annotations.NullMarked;
