/** IP addresses: CIDR blocks, trusted proxies and the identity of a client. */
@NullMarked
package dev.shopwire.common.addresses;

import org.jspecify.annotations.NullMarked;
