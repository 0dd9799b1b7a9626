/** Tests of tracked segments. */
@NullMarked
package dev.shopwire.automation.tracking;

import org.jspecify.annotations.NullMarked;
