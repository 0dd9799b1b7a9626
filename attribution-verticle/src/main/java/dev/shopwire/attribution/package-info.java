/** The attribution role: affiliates, referral codes and first touch. */
@NullMarked
package dev.shopwire.attribution;

import org.jspecify.annotations.NullMarked;
