/** Webhook messages, written in the transaction of the change that causes them. */
@NullMarked
package dev.shopwire.common.outbox;

import org.jspecify.annotations.NullMarked;
