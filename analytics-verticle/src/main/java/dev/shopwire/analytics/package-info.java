/**
 * The role that reads usage events: lists, reports, sessions, funnels, and the rollups behind them.
 */
@NullMarked
package dev.shopwire.analytics;

import org.jspecify.annotations.NullMarked;
