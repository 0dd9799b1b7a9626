/** Maps that don't grow beyond a number of entries. */
@NullMarked
package dev.shopwire.common.caches;

import org.jspecify.annotations.NullMarked;
