/** The pages about affiliates, their codes, credits, and the log of all codes. */
@NullMarked
package dev.shopwire.console.pages.affiliates;

import org.jspecify.annotations.NullMarked;
