/** Joins processes into one event bus and tracks their membership and subscriptions. */
@NullMarked
package dev.shopwire.app.cluster;

import org.jspecify.annotations.NullMarked;
