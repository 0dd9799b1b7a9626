/** Tests of affiliates and their codes, and of the tracking script with its cookie and routes. */
@NullMarked
package dev.shopwire.app.affiliates;

import org.jspecify.annotations.NullMarked;
