/** Sessions of page views by the rule of contract §6, kept and read. */
@NullMarked
package dev.shopwire.analytics.sessions;

import org.jspecify.annotations.NullMarked;
