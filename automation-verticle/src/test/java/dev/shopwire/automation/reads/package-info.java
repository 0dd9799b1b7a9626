/** Tests of the limits of heavy reads. */
@NullMarked
package dev.shopwire.automation.reads;

import org.jspecify.annotations.NullMarked;
