package dev.shopwire.sources.lifecycle;

import java.math.BigDecimal;
import java.math.RoundingMode;

/**
 * An exact number: a decimal divided by a whole number, such as a third of a price. Equality is
 * that of the components; {@link #compareTo} compares values.
 *
 * @param denominator positive
 */
public record Fraction(BigDecimal numerator, BigDecimal denominator)
    implements Comparable<Fraction> {
  public static final Fraction ZERO = new Fraction(BigDecimal.ZERO, BigDecimal.ONE);

  public Fraction {
    if (denominator.signum() <= 0) {
      throw new IllegalArgumentException("The denominator must be positive: " + denominator);
    }
  }

  public static Fraction of(BigDecimal value) {
    return new Fraction(value, BigDecimal.ONE);
  }

  /**
   * @param divisor positive
   */
  public static Fraction of(BigDecimal value, long divisor) {
    return new Fraction(value, BigDecimal.valueOf(divisor));
  }

  /**
   * The product of this and {@code factor}.
   *
   * @throws ArithmeticException if the denominator does not divide {@code factor}
   */
  public BigDecimal times(int factor) {
    long divisor = denominator.longValueExact();
    if (factor % divisor != 0) {
      throw new ArithmeticException(denominator + " does not divide " + factor);
    }
    return numerator.multiply(BigDecimal.valueOf(factor / divisor));
  }

  public Fraction divide(Fraction other) {
    if (other.signum() <= 0) {
      throw new ArithmeticException("The divisor must be positive: " + other);
    }
    return new Fraction(
        numerator.multiply(other.denominator), denominator.multiply(other.numerator));
  }

  public int signum() {
    return numerator.signum();
  }

  /** The value with {@code scale} digits after the point, rounded half up. */
  public BigDecimal round(int scale) {
    return numerator.divide(denominator, scale, RoundingMode.HALF_UP);
  }

  @Override
  public int compareTo(Fraction other) {
    return numerator.multiply(other.denominator).compareTo(other.numerator.multiply(denominator));
  }
}
