/** Databases of users: their configuration, their encrypted URIs, and the right to use one. */
@NullMarked
package dev.shopwire.sources.databases;

import org.jspecify.annotations.NullMarked;
