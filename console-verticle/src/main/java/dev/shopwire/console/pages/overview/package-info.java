/** The overview of a workspace: its figures by day. */
@NullMarked
package dev.shopwire.console.pages.overview;

import org.jspecify.annotations.NullMarked;
