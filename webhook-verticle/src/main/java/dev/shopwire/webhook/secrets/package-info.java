/** Signing secrets, encrypted at rest, and the keys that encrypt them. */
@NullMarked
package dev.shopwire.webhook.secrets;

import org.jspecify.annotations.NullMarked;
