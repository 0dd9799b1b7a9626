/**
 * IP addresses: CIDR blocks, trusted proxies, the identity of a client, and which hosts may be
 * connected to.
 */
@NullMarked
package dev.shopwire.common.addresses;

import org.jspecify.annotations.NullMarked;
