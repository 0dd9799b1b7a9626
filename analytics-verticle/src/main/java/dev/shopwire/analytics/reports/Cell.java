package dev.shopwire.analytics.reports;

/**
 * Which figure of a report.
 *
 * @param group its place among those that were asked for, from 0; {@link #ALL} where nothing is
 *     grouped
 * @param bucket from 0
 */
record Cell(int group, int bucket) {
  static final int ALL = -1;
}
