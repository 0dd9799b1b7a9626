/** Who makes a console request, and what they may do and see. */
@NullMarked
package dev.shopwire.common.access;

import org.jspecify.annotations.NullMarked;
