/** Names from the previous vendor's webhooks that its receivers depend on. */
@NullMarked
package dev.shopwire.webhook.compat;

import org.jspecify.annotations.NullMarked;
