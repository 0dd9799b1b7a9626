package dev.shopwire.sources.records;

import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;

/** How often a subscription is charged. */
public enum BillingInterval {
  MONTHLY(1),
  QUARTERLY(3),
  ANNUAL(12);

  private final int months;

  BillingInterval(int months) {
    this.months = months;
  }

  /** Its length in months; 30 days count as a month. */
  public int months() {
    return months;
  }

  /** The name used in dialect files, in the API and in the database. */
  public String id() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** The interval named {@code id}; empty if there is none. */
  public static Optional<BillingInterval> of(String id) {
    return Arrays.stream(values()).filter(interval -> interval.id().equals(id)).findFirst();
  }
}
