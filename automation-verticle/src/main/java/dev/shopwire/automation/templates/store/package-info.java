/** The templates of mails that workspaces have saved. */
@NullMarked
package dev.shopwire.automation.templates.store;

import org.jspecify.annotations.NullMarked;
