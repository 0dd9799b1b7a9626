/** The files that pages load: style sheet, scripts, icon. */
@NullMarked
package dev.shopwire.console.pages.assets;

import org.jspecify.annotations.NullMarked;
