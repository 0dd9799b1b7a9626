/** Query parameters, page cursors and the shop that a request names. */
@NullMarked
package dev.shopwire.common.query;

import org.jspecify.annotations.NullMarked;
