/** The page about the installation, for operators. */
@NullMarked
package dev.shopwire.console.pages.system;

import org.jspecify.annotations.NullMarked;
