/** The pages that lead into the console: set-up, sign-in, invitation, password reset. */
@NullMarked
package dev.shopwire.console.pages.entry;

import org.jspecify.annotations.NullMarked;
