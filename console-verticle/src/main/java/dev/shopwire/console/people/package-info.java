/** The people who use the console, and their memberships. */
@NullMarked
package dev.shopwire.console.people;

import org.jspecify.annotations.NullMarked;
