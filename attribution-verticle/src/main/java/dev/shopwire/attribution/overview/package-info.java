/** The role's figure in a workspace's overview. */
@NullMarked
package dev.shopwire.attribution.overview;

import org.jspecify.annotations.NullMarked;
