/** Workspaces, apps, API keys and shops: the tenants shared by all roles. */
@NullMarked
package dev.shopwire.common.tenancy;

import org.jspecify.annotations.NullMarked;
