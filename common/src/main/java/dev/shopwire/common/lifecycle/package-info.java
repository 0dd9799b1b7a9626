/** The shutdown of a process. */
@NullMarked
package dev.shopwire.common.lifecycle;

import org.jspecify.annotations.NullMarked;
