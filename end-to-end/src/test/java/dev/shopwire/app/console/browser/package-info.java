/** Tests of the console in Chromium: the walk of its first users, and every page in every view. */
@NullMarked
package dev.shopwire.app.console.browser;

import org.jspecify.annotations.NullMarked;
