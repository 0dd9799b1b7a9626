/** Identification of usage events. */
@NullMarked
package dev.shopwire.common.events;

import org.jspecify.annotations.NullMarked;
