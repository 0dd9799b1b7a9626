/** The roles that a process may run, and how they report that they are ready. */
@NullMarked
package dev.shopwire.common.role;

import org.jspecify.annotations.NullMarked;
