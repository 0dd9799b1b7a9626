/** Sends single requests to receivers, which may be slow, broken or hostile. */
@NullMarked
package dev.shopwire.webhook.sending;

import org.jspecify.annotations.NullMarked;
