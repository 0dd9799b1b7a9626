/** The pages about a workspace's apps: their API keys and excluded shops. */
@NullMarked
package dev.shopwire.console.pages.apps;

import org.jspecify.annotations.NullMarked;
