/** Sessions of page views (docs/api/events.md), in PostgreSQL and Redis. */
@NullMarked
package dev.shopwire.analytics.sessions;

import org.jspecify.annotations.NullMarked;
