/** Which event names and properties an app's events have. */
@NullMarked
package dev.shopwire.analytics.catalogue;

import org.jspecify.annotations.NullMarked;
