/** Timestamps and time zones that callers send, time ranges, and buckets in a time zone. */
@NullMarked
package dev.shopwire.common.time;

import org.jspecify.annotations.NullMarked;
