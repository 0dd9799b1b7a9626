package dev.shopwire.ingest.reports;

/**
 * Which figure of a report.
 *
 * @param group as {@link GroupValue} writes it, empty where nothing is grouped
 * @param bucket from 0
 */
record Cell(String group, int bucket) {}
