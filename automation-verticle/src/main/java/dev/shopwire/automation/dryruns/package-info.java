/** Dry runs of flows: the same machine over recorded causes, with a virtual clock. */
@NullMarked
package dev.shopwire.automation.dryruns;

import org.jspecify.annotations.NullMarked;
