/** The lifecycle of an app in a shop, as a pure function of the records of both. */
@NullMarked
package dev.shopwire.sources.lifecycle;

import org.jspecify.annotations.NullMarked;
