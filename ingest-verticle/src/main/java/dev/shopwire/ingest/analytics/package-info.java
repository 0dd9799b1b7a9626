/** Web analytics: sessions, their figures, and the pages that were viewed. */
@NullMarked
package dev.shopwire.ingest.analytics;

import org.jspecify.annotations.NullMarked;
