/** Parsing of the timestamps and time zones that callers send. */
@NullMarked
package dev.shopwire.common.time;

import org.jspecify.annotations.NullMarked;
