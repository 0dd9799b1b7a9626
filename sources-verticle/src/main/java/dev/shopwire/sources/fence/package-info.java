/** Connections to databases of users, through which nothing can be written. */
@NullMarked
package dev.shopwire.sources.fence;

import org.jspecify.annotations.NullMarked;
