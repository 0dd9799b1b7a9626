/**
 * Tests of attribution: first touch, eligibility, corrections, reevaluation and install sources.
 */
@NullMarked
package dev.shopwire.app.attribution;

import org.jspecify.annotations.NullMarked;
