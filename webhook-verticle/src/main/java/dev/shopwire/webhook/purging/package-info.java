/** Expires deliveries that were due for too long, and deletes webhook data past retention. */
@NullMarked
package dev.shopwire.webhook.purging;

import org.jspecify.annotations.NullMarked;
