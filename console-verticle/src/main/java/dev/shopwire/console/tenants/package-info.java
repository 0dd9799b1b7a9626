/** Workspaces, apps and API keys. */
@NullMarked
package dev.shopwire.console.tenants;

import org.jspecify.annotations.NullMarked;
