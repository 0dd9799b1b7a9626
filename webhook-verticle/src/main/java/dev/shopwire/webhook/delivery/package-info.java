/** From what is due to what was delivered. */
@NullMarked
package dev.shopwire.webhook.delivery;

import org.jspecify.annotations.NullMarked;
