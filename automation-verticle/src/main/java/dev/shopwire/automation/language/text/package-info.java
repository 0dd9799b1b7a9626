/** Tokens and the shared pieces of the grammar of conditions, and how these pieces are printed. */
@NullMarked
package dev.shopwire.automation.language.text;

import org.jspecify.annotations.NullMarked;
