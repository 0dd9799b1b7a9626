/** The automation role: segments. */
@NullMarked
package dev.shopwire.automation;

import org.jspecify.annotations.NullMarked;
