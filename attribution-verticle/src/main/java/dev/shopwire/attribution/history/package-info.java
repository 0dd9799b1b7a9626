/** What was decided and why: the log, a shop's timeline, and an admin's corrections. */
@NullMarked
package dev.shopwire.attribution.history;

import org.jspecify.annotations.NullMarked;
