/** What the other vendor calls the things that receivers of its webhooks look at. */
@NullMarked
package dev.shopwire.webhook.compat;

import org.jspecify.annotations.NullMarked;
