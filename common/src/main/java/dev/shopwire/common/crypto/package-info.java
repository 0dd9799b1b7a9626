/** Digests and message authentication codes. */
@NullMarked
package dev.shopwire.common.crypto;

import org.jspecify.annotations.NullMarked;
