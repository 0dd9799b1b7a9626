/** What resources of a workspace that have a name share. */
@NullMarked
package dev.shopwire.automation.resources;

import org.jspecify.annotations.NullMarked;
