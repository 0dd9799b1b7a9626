/** Parsing of the timestamps that callers send. */
@NullMarked
package dev.shopwire.common.time;

import org.jspecify.annotations.NullMarked;
