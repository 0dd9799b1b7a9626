/** How a process leaves. */
@NullMarked
package dev.shopwire.common.lifecycle;

import org.jspecify.annotations.NullMarked;
