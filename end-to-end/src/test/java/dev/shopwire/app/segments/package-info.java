/** Tests of segments: conditions, saved segments, their members and who may see them. */
@NullMarked
package dev.shopwire.app.segments;

import org.jspecify.annotations.NullMarked;
