/** Segments: their definitions, their members as they are now, and the calls about them. */
@NullMarked
package dev.shopwire.automation.segments;

import org.jspecify.annotations.NullMarked;
