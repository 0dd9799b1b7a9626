/** What the names in conditions mean in a workspace. */
@NullMarked
package dev.shopwire.automation.names;

import org.jspecify.annotations.NullMarked;
