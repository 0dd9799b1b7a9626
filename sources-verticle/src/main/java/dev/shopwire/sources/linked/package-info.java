/** Custom fields whose values are read from users' databases. */
@NullMarked
package dev.shopwire.sources.linked;

import org.jspecify.annotations.NullMarked;
