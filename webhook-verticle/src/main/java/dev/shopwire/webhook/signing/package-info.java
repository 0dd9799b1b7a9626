/** From a message to the bytes that are sent and the headers that prove whose they are. */
@NullMarked
package dev.shopwire.webhook.signing;

import org.jspecify.annotations.NullMarked;
