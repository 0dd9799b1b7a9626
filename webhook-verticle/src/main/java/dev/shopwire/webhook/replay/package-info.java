/** What the console's user has sent by hand: again, or as a test. */
@NullMarked
package dev.shopwire.webhook.replay;

import org.jspecify.annotations.NullMarked;
