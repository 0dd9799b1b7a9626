/** Tests of flows. */
@NullMarked
package dev.shopwire.app.flows;

import org.jspecify.annotations.NullMarked;
