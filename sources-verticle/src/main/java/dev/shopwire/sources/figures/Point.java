package dev.shopwire.sources.figures;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * The value of a metric in a bucket.
 *
 * @param value rounded; empty where there is nothing to divide by, and for buckets that begin at or
 *     after the end of the known time
 * @param provisional whether the bucket is not over
 */
public record Point(String date, Optional<BigDecimal> value, boolean provisional) {}
