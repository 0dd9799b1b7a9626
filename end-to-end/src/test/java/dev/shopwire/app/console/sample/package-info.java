/** Workspaces with made-up data, for tests and screenshots of pages. */
@NullMarked
package dev.shopwire.app.console.sample;

import org.jspecify.annotations.NullMarked;
