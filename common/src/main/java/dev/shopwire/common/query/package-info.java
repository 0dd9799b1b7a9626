/** Query parameters, cursors and the shop that a read is about. */
@NullMarked
package dev.shopwire.common.query;

import org.jspecify.annotations.NullMarked;
