/**
 * Affiliates and their codes, and how the tracking script, its cookie and its routes keep a code.
 */
@NullMarked
package dev.shopwire.app.affiliates;

import org.jspecify.annotations.NullMarked;
