/** The roles that a process may run, and how they tell that they are ready. */
@NullMarked
package dev.shopwire.common.role;

import org.jspecify.annotations.NullMarked;
