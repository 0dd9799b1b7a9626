/** The console's calls about linked queries and their runs. */
@NullMarked
package dev.shopwire.sources.linked.calls;

import org.jspecify.annotations.NullMarked;
