/** Controls access to the console: who makes a request, and whether they may. */
@NullMarked
package dev.shopwire.console.auth;

import org.jspecify.annotations.NullMarked;
