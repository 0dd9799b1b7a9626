/** Read-only snapshots of the database, and the limits of those that may take seconds. */
@NullMarked
package dev.shopwire.automation.reads;

import org.jspecify.annotations.NullMarked;
