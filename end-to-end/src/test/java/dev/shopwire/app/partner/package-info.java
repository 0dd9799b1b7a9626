/** The partner interface: connections, the pull, its faults and crashes. */
@NullMarked
package dev.shopwire.app.partner;

import org.jspecify.annotations.NullMarked;
