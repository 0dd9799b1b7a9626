/** The sources role: what Shopwire fetches by itself from other systems. */
@NullMarked
package dev.shopwire.sources;

import org.jspecify.annotations.NullMarked;
