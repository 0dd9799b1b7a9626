/** Figures of past days as they were first shown, and the log of what changed them later. */
@NullMarked
package dev.shopwire.sources.frozen;

import org.jspecify.annotations.NullMarked;
