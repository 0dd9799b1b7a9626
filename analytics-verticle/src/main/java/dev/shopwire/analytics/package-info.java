/** The analytics role: lists, reports, sessions and funnels of usage events, and their rollups. */
@NullMarked
package dev.shopwire.analytics;

import org.jspecify.annotations.NullMarked;
