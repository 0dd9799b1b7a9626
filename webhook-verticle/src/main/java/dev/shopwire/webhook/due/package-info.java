/** The table of due deliveries, which workers, replays, the console and purging share. */
@NullMarked
package dev.shopwire.webhook.due;

import org.jspecify.annotations.NullMarked;
