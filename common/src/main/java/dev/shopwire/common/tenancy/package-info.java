/** Workspaces, apps, API keys and shops: the tenants that every role knows. */
@NullMarked
package dev.shopwire.common.tenancy;

import org.jspecify.annotations.NullMarked;
