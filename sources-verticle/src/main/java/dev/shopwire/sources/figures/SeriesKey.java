package dev.shopwire.sources.figures;

import java.util.Comparator;
import java.util.Optional;

/**
 * What a series is of.
 *
 * @param currency empty for counts
 * @param plan empty if the report is not grouped, or the plan is unknown
 */
public record SeriesKey(Optional<String> currency, Optional<String> plan) {
  static final SeriesKey ALL = new SeriesKey(Optional.empty(), Optional.empty());

  /** In alphabetical order, what is absent first. */
  static final Comparator<SeriesKey> ORDER =
      Comparator.comparing((SeriesKey key) -> key.currency().orElse(""))
          .thenComparing(key -> key.plan().isPresent())
          .thenComparing(key -> key.plan().orElse(""));

  static SeriesKey ofCurrency(String currency) {
    return new SeriesKey(Optional.of(currency), Optional.empty());
  }

  static SeriesKey ofPlan(Optional<String> plan) {
    return new SeriesKey(Optional.empty(), plan);
  }
}
