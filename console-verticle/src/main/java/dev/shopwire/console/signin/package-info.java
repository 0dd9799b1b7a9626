/** Passwords, and the limits on guessing them. */
@NullMarked
package dev.shopwire.console.signin;

import org.jspecify.annotations.NullMarked;
