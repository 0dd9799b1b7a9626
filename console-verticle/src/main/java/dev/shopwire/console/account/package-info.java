/** A user's own account: set-up, signing in and out, sessions, profile, password, TOTP. */
@NullMarked
package dev.shopwire.console.account;

import org.jspecify.annotations.NullMarked;
