/** The delivery log: what was sent to an endpoint, what was not, and why. */
@NullMarked
package dev.shopwire.webhook.log;

import org.jspecify.annotations.NullMarked;
