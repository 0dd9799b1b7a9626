/** What all tasks that are repeated in the background have in common. */
@NullMarked
package dev.shopwire.common.background;

import org.jspecify.annotations.NullMarked;
