/**
 * Which affiliate a shop is credited to: first touch, eligibility, corrections, reevaluation,
 * install sources.
 */
@NullMarked
package dev.shopwire.app.attribution;

import org.jspecify.annotations.NullMarked;
