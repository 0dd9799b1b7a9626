/** Web analytics: sessions, their aggregates, and viewed pages. */
@NullMarked
package dev.shopwire.analytics.traffic;

import org.jspecify.annotations.NullMarked;
