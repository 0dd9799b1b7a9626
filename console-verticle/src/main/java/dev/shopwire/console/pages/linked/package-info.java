/** The pages about databases of a workspace, linked queries on them, and their runs. */
@NullMarked
package dev.shopwire.console.pages.linked;

import org.jspecify.annotations.NullMarked;
