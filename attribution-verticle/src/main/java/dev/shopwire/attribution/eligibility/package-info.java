/** The rules of a workspace's programmes: excluded shops, and what a self referral comes to. */
@NullMarked
package dev.shopwire.attribution.eligibility;

import org.jspecify.annotations.NullMarked;
