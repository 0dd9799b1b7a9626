/** One request to a receiver, whatever it is like. */
@NullMarked
package dev.shopwire.webhook.sending;

import org.jspecify.annotations.NullMarked;
