/** Tests of reading, storing and showing definitions of flows. */
@NullMarked
package dev.shopwire.automation.definitions.language;

import org.jspecify.annotations.NullMarked;
