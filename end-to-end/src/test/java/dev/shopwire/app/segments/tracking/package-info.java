/** Tests of tracked segments: which transitions they have, when, and after which failures. */
@NullMarked
package dev.shopwire.app.segments.tracking;

import org.jspecify.annotations.NullMarked;
