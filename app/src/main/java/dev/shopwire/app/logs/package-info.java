/** How log lines look, and how much is logged. */
@NullMarked
package dev.shopwire.app.logs;

import org.jspecify.annotations.NullMarked;
