/** Affiliates, their codes, and the rules of a workspace's programmes. */
@NullMarked
package dev.shopwire.attribution.affiliates;

import org.jspecify.annotations.NullMarked;
