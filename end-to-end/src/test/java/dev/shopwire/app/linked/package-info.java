/** Custom fields that are read from databases of users. */
@NullMarked
package dev.shopwire.app.linked;

import org.jspecify.annotations.NullMarked;
