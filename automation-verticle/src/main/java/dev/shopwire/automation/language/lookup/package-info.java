/** Looks up what the names in conditions stand for, and how what they stand for is called. */
@NullMarked
package dev.shopwire.automation.language.lookup;

import org.jspecify.annotations.NullMarked;
