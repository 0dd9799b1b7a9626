/** Moments as callers send them. */
@NullMarked
package dev.shopwire.common.time;

import org.jspecify.annotations.NullMarked;
