/** Sessions of the console: what a browser holds, and what PostgreSQL knows of it. */
@NullMarked
package dev.shopwire.console.sessions;

import org.jspecify.annotations.NullMarked;
