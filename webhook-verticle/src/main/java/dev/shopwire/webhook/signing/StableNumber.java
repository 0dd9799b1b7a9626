package dev.shopwire.webhook.signing;

import com.fasterxml.jackson.core.io.NumberOutput;
import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;

/** Prints numbers as JavaScript does (ECMA-262, Number::toString). */
final class StableNumber {
  /** Whole numbers up to this length are exact as doubles and printed unchanged. */
  private static final int PLAIN_LENGTH = 15;

  private static final double MAX_SAFE = 9_007_199_254_740_992.0;

  /** Below this a double may need one digit where Java prints two. */
  private static final double COARSE = 1e-321;

  private static final int MAX_POINT = 21;
  private static final int MIN_POINT = -5;

  private StableNumber() {}

  /**
   * Appends {@code number} as {@code JSON.stringify(JSON.parse(number))} prints it; {@code null} if
   * it overflows a double.
   *
   * @param number as written in JSON
   * @param whole whether it has neither a fraction nor an exponent
   */
  static void append(StringBuilder out, String number, boolean whole) {
    if (whole && number.length() <= PLAIN_LENGTH) {
      out.append(number.equals("-0") ? "0" : number);
    } else {
      append(out, Double.parseDouble(number));
    }
  }

  static void append(StringBuilder out, double number) {
    if (Double.isInfinite(number) || Double.isNaN(number)) {
      out.append("null");
    } else if (Math.abs(number) < MAX_SAFE && number == Math.rint(number)) {
      out.append((long) number);
    } else {
      if (number < 0) {
        out.append('-');
      }
      appendShortest(out, shortest(Math.abs(number)));
    }
  }

  /** The shortest digits that parse to {@code number}, and of those the closest to it. */
  private static BigDecimal shortest(double number) {
    BigDecimal digits = new BigDecimal(NumberOutput.toString(number, true)).stripTrailingZeros();
    if (number < COARSE) {
      BigDecimal one = digits.round(new MathContext(1, RoundingMode.HALF_EVEN));
      return one.doubleValue() == number ? one : digits;
    }
    return digits;
  }

  private static void appendShortest(StringBuilder out, BigDecimal number) {
    String digits = number.unscaledValue().toString();
    int length = digits.length();
    int point = length - number.scale();
    if (point > MAX_POINT || point < MIN_POINT) {
      appendExponential(out, digits, point - 1);
    } else if (point <= 0) {
      out.append("0.").append("0".repeat(-point)).append(digits);
    } else if (length <= point) {
      out.append(digits).append("0".repeat(point - length));
    } else {
      out.append(digits, 0, point).append('.').append(digits, point, length);
    }
  }

  private static void appendExponential(StringBuilder out, String digits, int exponent) {
    out.append(digits.charAt(0));
    if (digits.length() > 1) {
      out.append('.').append(digits, 1, digits.length());
    }
    out.append('e').append(exponent < 0 ? '-' : '+').append(Math.abs(exponent));
  }
}
