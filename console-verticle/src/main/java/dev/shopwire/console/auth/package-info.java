/** Controls access to the console: the admin token, and the setup that creates one. */
@NullMarked
package dev.shopwire.console.auth;

import org.jspecify.annotations.NullMarked;
