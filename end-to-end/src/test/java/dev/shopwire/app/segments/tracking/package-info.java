/** Tests of tracked segments: what is told of whom, when, and after which failures. */
@NullMarked
package dev.shopwire.app.segments.tracking;

import org.jspecify.annotations.NullMarked;
