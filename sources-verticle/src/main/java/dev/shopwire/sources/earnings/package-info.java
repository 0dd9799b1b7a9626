/** Earnings added up by the hour. */
@NullMarked
package dev.shopwire.sources.earnings;

import org.jspecify.annotations.NullMarked;
