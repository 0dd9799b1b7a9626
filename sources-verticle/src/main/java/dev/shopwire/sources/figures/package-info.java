/** The figures of the partner report, as pure functions of lifecycles and earnings. */
@NullMarked
package dev.shopwire.sources.figures;

import org.jspecify.annotations.NullMarked;
