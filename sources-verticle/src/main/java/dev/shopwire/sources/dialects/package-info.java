/** Dialect files: all that is particular to a platform's partner interface. */
@NullMarked
package dev.shopwire.sources.dialects;

import org.jspecify.annotations.NullMarked;
