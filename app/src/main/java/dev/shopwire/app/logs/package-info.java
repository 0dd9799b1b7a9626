/** The format of log lines, and log levels. */
@NullMarked
package dev.shopwire.app.logs;

import org.jspecify.annotations.NullMarked;
