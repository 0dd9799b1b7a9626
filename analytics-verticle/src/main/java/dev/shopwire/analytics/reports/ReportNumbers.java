package dev.shopwire.analytics.reports;

import java.math.BigDecimal;

/** Formats numbers for responses. */
public final class ReportNumbers {
  /** Numbers with more digits than this before the point are written with an exponent. */
  private static final int MAX_PLAIN = 40;

  private ReportNumbers() {}

  /** {@code number} without trailing zeros, in as few characters as keep every digit. */
  public static BigDecimal of(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 && stripped.precision() - stripped.scale() <= MAX_PLAIN
        ? stripped.setScale(0)
        : stripped;
  }
}
