/** What identifies a usage event. */
@NullMarked
package dev.shopwire.common.events;

import org.jspecify.annotations.NullMarked;
