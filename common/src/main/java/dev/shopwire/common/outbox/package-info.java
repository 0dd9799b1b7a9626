/** How roles tell webhooks what happened, in the transaction of the cause. */
@NullMarked
package dev.shopwire.common.outbox;

import org.jspecify.annotations.NullMarked;
