package dev.shopwire.analytics.reports;

/**
 * Identifies one value of a report.
 *
 * @param group its index among the requested groups, from 0; {@link #ALL} if nothing is grouped
 * @param bucket its index, from 0
 */
record Cell(int group, int bucket) {
  static final int ALL = -1;
}
