/**
 * The console's pages, rendered on the server. They call what the API's operations call, so both
 * validate, authorize and answer alike.
 */
@NullMarked
package dev.shopwire.console.pages;

import org.jspecify.annotations.NullMarked;
