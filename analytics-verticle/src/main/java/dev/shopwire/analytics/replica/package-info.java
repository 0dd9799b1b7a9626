/** A replica of PostgreSQL that reads may use, and how far behind it is. */
@NullMarked
package dev.shopwire.analytics.replica;

import org.jspecify.annotations.NullMarked;
