/** The kinds of leaves: one class each has its grammar, its JSON, its types and its cost. */
@NullMarked
package dev.shopwire.automation.language.kinds;

import org.jspecify.annotations.NullMarked;
