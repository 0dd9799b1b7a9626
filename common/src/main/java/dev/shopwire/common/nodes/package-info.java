/** The processes of an installation, and the stores as each of them sees them. */
@NullMarked
package dev.shopwire.common.nodes;

import org.jspecify.annotations.NullMarked;
