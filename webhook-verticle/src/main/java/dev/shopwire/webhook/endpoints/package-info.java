/** Where integrators want to be called, and what they want to hear of. */
@NullMarked
package dev.shopwire.webhook.endpoints;

import org.jspecify.annotations.NullMarked;
