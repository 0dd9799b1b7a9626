/** Reading and writing JSON in one way. */
@NullMarked
package dev.shopwire.common.json;

import org.jspecify.annotations.NullMarked;
