/** What the roles ask of each other over the bus: each address with its records, once. */
@NullMarked
package dev.shopwire.common.contracts;

import org.jspecify.annotations.NullMarked;
