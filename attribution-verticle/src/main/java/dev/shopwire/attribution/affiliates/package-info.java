/** Affiliates, their codes, and the apps that they are limited to. */
@NullMarked
package dev.shopwire.attribution.affiliates;

import org.jspecify.annotations.NullMarked;
