/** How webhooks do as a whole: a workspace's figures, and the work that waits. */
@NullMarked
package dev.shopwire.webhook.status;

import org.jspecify.annotations.NullMarked;
