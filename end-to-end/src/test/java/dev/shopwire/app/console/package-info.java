/** Tests of the console: its lists in all formats, and what it merges from several roles. */
@NullMarked
package dev.shopwire.app.console;

import org.jspecify.annotations.NullMarked;
