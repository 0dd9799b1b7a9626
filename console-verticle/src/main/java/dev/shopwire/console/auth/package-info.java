/** Who may use the console: the admin token, and the set-up that makes one. */
@NullMarked
package dev.shopwire.console.auth;

import org.jspecify.annotations.NullMarked;
