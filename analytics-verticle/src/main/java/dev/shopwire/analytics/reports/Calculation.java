package dev.shopwire.analytics.reports;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a report calculates over events or one of their properties (docs/api/reads.md). */
public enum Calculation {
  COUNT(""),
  UNIQUE(""),
  SUM(""),
  AVG(""),
  MIN(""),
  MAX(""),
  MEDIAN("0.5"),
  P90("0.9"),
  P95("0.95"),
  P99("0.99");

  private final String fraction;

  Calculation(String fraction) {
    this.fraction = fraction;
  }

  public static List<String> apiNames() {
    return Arrays.stream(values()).map(Calculation::apiName).toList();
  }

  public static Calculation of(String apiName) {
    return valueOf(apiName.toUpperCase(Locale.ROOT));
  }

  public String apiName() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The fraction of a percentile, as a decimal; else empty. */
  String fraction() {
    return fraction;
  }

  public boolean needsProperty() {
    return this != COUNT && this != UNIQUE;
  }

  /**
   * Whether the value over all events can be computed from {@link PartialAggregate}s of any parts.
   */
  boolean merges() {
    return this != UNIQUE && fraction.isEmpty();
  }

  /** Whether the value of the remainder can be computed from the total and the parts. */
  boolean subtracts() {
    return this == COUNT || this == SUM || this == AVG;
  }

  /** The value over no events. */
  @Nullable BigDecimal empty() {
    return this == COUNT || this == UNIQUE || this == SUM ? BigDecimal.ZERO : null;
  }

  /** The value, for a calculation that {@link #merges()}. */
  @Nullable BigDecimal of(PartialAggregate partial) {
    return switch (this) {
      case COUNT -> BigDecimal.valueOf(partial.events());
      case SUM -> partial.total();
      case AVG -> average(partial.total(), partial.numbers());
      case MIN -> partial.least();
      case MAX -> partial.greatest();
      default -> throw new IllegalStateException(apiName() + " cannot be merged");
    };
  }

  /** The average to 34 digits; null without numbers. */
  static @Nullable BigDecimal average(BigDecimal total, long numbers) {
    return numbers == 0 ? null : total.divide(BigDecimal.valueOf(numbers), MathContext.DECIMAL128);
  }
}
