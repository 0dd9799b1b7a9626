/** Which shops had events, by hour. */
@NullMarked
package dev.shopwire.analytics.activity;

import org.jspecify.annotations.NullMarked;
