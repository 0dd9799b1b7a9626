/** The overview of a workspace, composed of what all roles count (docs/api/console-lists.md). */
@NullMarked
package dev.shopwire.console.overview;

import org.jspecify.annotations.NullMarked;
