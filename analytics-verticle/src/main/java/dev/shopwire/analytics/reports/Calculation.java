package dev.shopwire.analytics.reports;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.Arrays;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/** What a report calculates of events or of a property of theirs (docs/api/reads.md). */
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

  public static List<String> words() {
    return Arrays.stream(values()).map(Calculation::word).toList();
  }

  public static Calculation of(String word) {
    return valueOf(word.toUpperCase(Locale.ROOT));
  }

  public String word() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Of a percentile which, as a decimal; else empty. */
  String fraction() {
    return fraction;
  }

  public boolean needsProperty() {
    return this != COUNT && this != UNIQUE;
  }

  /** Whether the value over all events follows from {@link Partial}s of any parts of them. */
  boolean merges() {
    return this != UNIQUE && fraction.isEmpty();
  }

  /** Whether the value of what remains follows from the whole's and the parts'. */
  boolean subtracts() {
    return this == COUNT || this == SUM || this == AVG;
  }

  /** The value over no events. */
  @Nullable BigDecimal empty() {
    return this == COUNT || this == UNIQUE || this == SUM ? BigDecimal.ZERO : null;
  }

  /** The value, of a calculation that {@link #merges()}. */
  @Nullable BigDecimal of(Partial partial) {
    return switch (this) {
      case COUNT -> BigDecimal.valueOf(partial.events());
      case SUM -> partial.total();
      case AVG -> average(partial.total(), partial.numbers());
      case MIN -> partial.least();
      case MAX -> partial.greatest();
      default -> throw new IllegalStateException(word() + " does not add up");
    };
  }

  /** To 34 digits, if there are numbers at all. */
  static @Nullable BigDecimal average(BigDecimal total, long numbers) {
    return numbers == 0 ? null : total.divide(BigDecimal.valueOf(numbers), MathContext.DECIMAL128);
  }
}
