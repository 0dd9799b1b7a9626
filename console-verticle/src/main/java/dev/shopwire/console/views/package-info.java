/** Saved views: pages of the console with their filters, kept under a name. */
@NullMarked
package dev.shopwire.console.views;

import org.jspecify.annotations.NullMarked;
