/** Sessions of page views by the rule of docs/api/events.md, kept and read. */
@NullMarked
package dev.shopwire.analytics.sessions;

import org.jspecify.annotations.NullMarked;
