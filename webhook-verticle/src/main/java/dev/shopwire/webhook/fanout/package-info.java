/** The fan-out of stored usage events into messages and due deliveries. */
@NullMarked
package dev.shopwire.webhook.fanout;

import org.jspecify.annotations.NullMarked;
