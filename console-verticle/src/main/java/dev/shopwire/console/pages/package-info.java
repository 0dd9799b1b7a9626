/**
 * The console's pages, rendered on the server. They call what the API's operations call, so both
 * validate, authorize and respond alike.
 */
@NullMarked
package dev.shopwire.console.pages;

import org.jspecify.annotations.NullMarked;
