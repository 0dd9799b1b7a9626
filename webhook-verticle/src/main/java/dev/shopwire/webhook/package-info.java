/** Webhook endpoints, signing and delivery. */
@NullMarked
package dev.shopwire.webhook;

import org.jspecify.annotations.NullMarked;
