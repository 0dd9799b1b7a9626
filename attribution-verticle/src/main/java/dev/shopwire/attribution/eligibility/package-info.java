/** The rules of a workspace's affiliate programs: excluded shops and self-referrals. */
@NullMarked
package dev.shopwire.attribution.eligibility;

import org.jspecify.annotations.NullMarked;
