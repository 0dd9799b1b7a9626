/** Usage events: from a request's bytes to rows that count once. */
@NullMarked
package dev.shopwire.ingest.events;

import org.jspecify.annotations.NullMarked;
