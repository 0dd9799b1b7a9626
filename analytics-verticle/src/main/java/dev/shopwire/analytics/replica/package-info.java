/** The read replica of PostgreSQL, and how far behind it is. */
@NullMarked
package dev.shopwire.analytics.replica;

import org.jspecify.annotations.NullMarked;
