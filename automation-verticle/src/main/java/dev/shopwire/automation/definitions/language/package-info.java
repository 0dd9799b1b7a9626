/**
 * Reads definitions of flows as they are sent, with all that is wrong with them, and as they are
 * stored; shows stored ones with today's names.
 */
@NullMarked
package dev.shopwire.automation.definitions.language;

import org.jspecify.annotations.NullMarked;
