/** Reading, validating and writing JSON. */
@NullMarked
package dev.shopwire.common.json;

import org.jspecify.annotations.NullMarked;
