/** Lifecycles as they are stored: computed again for the shops that a pass has touched. */
@NullMarked
package dev.shopwire.sources.lifecycle.store;

import org.jspecify.annotations.NullMarked;
