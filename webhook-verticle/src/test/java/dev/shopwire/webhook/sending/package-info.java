@NullMarked
package dev.shopwire.webhook.sending;

import org.jspecify.annotations.NullMarked;
