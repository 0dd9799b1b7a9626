/** Tests of the settings of workspaces. */
@NullMarked
package dev.shopwire.automation.settings;

import org.jspecify.annotations.NullMarked;
