/** Who delivers for which endpoints. */
@NullMarked
package dev.shopwire.webhook.lanes;

import org.jspecify.annotations.NullMarked;
