/** Deliveries that a console user starts by hand: replays and tests. */
@NullMarked
package dev.shopwire.webhook.replay;

import org.jspecify.annotations.NullMarked;
