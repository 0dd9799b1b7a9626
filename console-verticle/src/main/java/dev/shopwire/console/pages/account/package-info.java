/** The page on which users change their own account. */
@NullMarked
package dev.shopwire.console.pages.account;

import org.jspecify.annotations.NullMarked;
