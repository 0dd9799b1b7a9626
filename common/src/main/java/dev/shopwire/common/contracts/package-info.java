/** The contracts between roles over the bus: each address with its records. */
@NullMarked
package dev.shopwire.common.contracts;

import org.jspecify.annotations.NullMarked;
