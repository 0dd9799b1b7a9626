/** The attribution log, a shop's timeline, an admin's corrections and reevaluations. */
@NullMarked
package dev.shopwire.attribution.history;

import org.jspecify.annotations.NullMarked;
