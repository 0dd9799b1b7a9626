/** Web analytics: sessions, their figures, and the pages that were viewed. */
@NullMarked
package dev.shopwire.analytics.traffic;

import org.jspecify.annotations.NullMarked;
