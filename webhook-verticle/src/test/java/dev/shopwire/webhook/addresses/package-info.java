@NullMarked
package dev.shopwire.webhook.addresses;

import org.jspecify.annotations.NullMarked;
