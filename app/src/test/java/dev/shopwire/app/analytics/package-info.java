/**
 * Reads of usage events: lists, reports, funnels, retention, saved metrics, rollups, and what a
 * read may cost.
 */
@NullMarked
package dev.shopwire.app.analytics;

import org.jspecify.annotations.NullMarked;
