/** Builds the bytes that a message is sent as, and the headers that sign them. */
@NullMarked
package dev.shopwire.webhook.signing;

import org.jspecify.annotations.NullMarked;
