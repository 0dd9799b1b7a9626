/** Proves that nothing can be written through a connection to a user's database. */
@NullMarked
package dev.shopwire.sources.proof;

import org.jspecify.annotations.NullMarked;
