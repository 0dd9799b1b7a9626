/** The tables of the people who use the console: users, memberships, and what lets them in. */
@NullMarked
package dev.shopwire.console.people;

import org.jspecify.annotations.NullMarked;
