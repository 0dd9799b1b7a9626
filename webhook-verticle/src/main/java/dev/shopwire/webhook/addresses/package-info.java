/** Rules for where webhooks may be sent: schemes, ports, host forms, address ranges. */
@NullMarked
package dev.shopwire.webhook.addresses;

import org.jspecify.annotations.NullMarked;
