/** The pages about an app's connection to the platform's partner interface. */
@NullMarked
package dev.shopwire.console.pages.partner;

import org.jspecify.annotations.NullMarked;
