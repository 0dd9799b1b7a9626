package dev.shopwire.automation.language.draft;

import dev.shopwire.common.json.Numbers;
import java.math.BigDecimal;
import java.util.Optional;

/** Reads and writes numbers with every digit. */
public final class Numerals {
  public static final String EXPECTED =
      "a number that fits a double and has at most 1,000 characters";

  private static final int MAX_PLAIN = 40;

  private Numerals() {}

  /**
   * The number; empty if no field can hold it.
   *
   * @param text a JSON number
   */
  public static Optional<BigDecimal> read(String text) {
    // Written without trailing zeros, a number may have a few characters more.
    return Optional.of(text)
        .filter(Numbers::isStorable)
        .map(number -> new BigDecimal(number).stripTrailingZeros())
        .filter(number -> isShort(number) || Numbers.isStorable(number.toString()));
  }

  /** A JSON number, without an exponent where that is readable. */
  public static String text(BigDecimal number) {
    return isShort(number) ? number.toPlainString() : number.toString();
  }

  /** Whether it is readable without an exponent. */
  public static boolean isShort(BigDecimal number) {
    return Math.abs((long) number.scale()) + number.precision() < MAX_PLAIN;
  }
}
