package dev.shopwire.analytics.reports;

import java.math.BigDecimal;

/** Numbers as answers tell them. */
public final class Figure {
  /** A number of more digits than this before the point is told by an exponent. */
  private static final int MAX_PLAIN = 40;

  private Figure() {}

  /** {@code number} in as few characters as keep every digit: without zeros at its end. */
  public static BigDecimal of(BigDecimal number) {
    BigDecimal stripped = number.stripTrailingZeros();
    return stripped.scale() < 0 && stripped.precision() - stripped.scale() <= MAX_PLAIN
        ? stripped.setScale(0)
        : stripped;
  }
}
