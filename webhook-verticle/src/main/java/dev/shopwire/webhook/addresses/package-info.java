/** Where webhooks may be sent: schemes, ports, forms of hosts, ranges of addresses. */
@NullMarked
package dev.shopwire.webhook.addresses;

import org.jspecify.annotations.NullMarked;
