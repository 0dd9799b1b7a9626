/** Figures over all apps of a workspace. */
@NullMarked
package dev.shopwire.analytics.overview;

import org.jspecify.annotations.NullMarked;
