package dev.shopwire.sources.figures;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Optional;

/**
 * Something that does not fit together between the subscription of a shop and what it paid.
 *
 * @param at of the earning, or when one was due
 * @param currency of {@code expected}, else of {@code found}
 * @param expected the price, if one is known
 * @param found what was earned
 * @param recordIds the records it rests on, oldest first
 */
public record Difference(
    Kind kind,
    Instant at,
    Optional<String> currency,
    Optional<BigDecimal> expected,
    Optional<BigDecimal> found,
    List<String> recordIds) {

  /** What does not fit. */
  public enum Kind {
    /** The subscription pays, but has had no recurring earning for one and a half intervals. */
    UNPAID,

    /** A recurring earning at a time when there was no subscription. */
    EARNING_WITHOUT_SUBSCRIPTION,

    /** A recurring earning of another amount or currency than the price. */
    PRICE_MISMATCH;

    /** The name in the API. */
    public String id() {
      return name().toLowerCase(Locale.ROOT);
    }
  }
}
