/** Work that is done for many callers at once, or for many reasons only once. */
@NullMarked
package dev.shopwire.common.batching;

import org.jspecify.annotations.NullMarked;
