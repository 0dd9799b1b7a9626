package dev.shopwire.sources.figures;

import java.util.List;

/** The values of a metric in all buckets. */
public record Series(SeriesKey key, List<Point> points) {}
