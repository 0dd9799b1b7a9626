/** Which hosts the sources role may connect to. */
@NullMarked
package dev.shopwire.sources.addresses;

import org.jspecify.annotations.NullMarked;
