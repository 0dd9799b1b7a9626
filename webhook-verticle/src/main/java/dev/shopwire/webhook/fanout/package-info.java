/** From stored usage events to messages and deliveries that are due. */
@NullMarked
package dev.shopwire.webhook.fanout;

import org.jspecify.annotations.NullMarked;
