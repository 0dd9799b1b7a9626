/**
 * The pages about the settings of a workspace: users, audit log, saved views, the workspace itself.
 */
@NullMarked
package dev.shopwire.console.pages.settings;

import org.jspecify.annotations.NullMarked;
