/** How a process leaves. */
@NullMarked
package dev.shopwire.common.life;

import org.jspecify.annotations.NullMarked;
