/**
 * Tests of reads of usage events: lists, reports, funnels, retention, saved metrics, rollups, and
 * the budgets of reads.
 */
@NullMarked
package dev.shopwire.app.analytics;

import org.jspecify.annotations.NullMarked;
