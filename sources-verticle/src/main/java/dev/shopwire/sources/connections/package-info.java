/** Connections of apps to the partner interface: configuration, tokens, states. */
@NullMarked
package dev.shopwire.sources.connections;

import org.jspecify.annotations.NullMarked;
