package dev.shopwire.app.analytics.behavior;

import java.math.BigDecimal;
import java.math.MathContext;
import java.math.RoundingMode;
import java.util.Collection;
import java.util.List;
import java.util.Optional;

/** Exact decimal arithmetic for the oracles. */
final class OracleArithmetic {
  private static final MathContext DIGITS = new MathContext(60);

  private OracleArithmetic() {}

  /** A quotient, which a response may round to 15 digits. */
  record Near(BigDecimal value) {
    private static final BigDecimal TOLERANCE = new BigDecimal("1e-15");

    boolean isNear(BigDecimal other) {
      BigDecimal size = value.abs().max(other.abs());
      return value.subtract(other).abs().compareTo(size.multiply(TOLERANCE)) <= 0;
    }
  }

  /** A value for display, which a response may round to millionths. */
  record Rounded(BigDecimal value) {
    private static final BigDecimal TOLERANCE = new BigDecimal("0.0000005");

    boolean isNear(BigDecimal other) {
      return value.subtract(other).abs().compareTo(TOLERANCE) <= 0;
    }
  }

  static BigDecimal sum(Collection<BigDecimal> numbers) {
    return numbers.stream().reduce(BigDecimal.ZERO, BigDecimal::add);
  }

  static Optional<Object> average(Collection<BigDecimal> numbers) {
    return numbers.isEmpty() ? Optional.empty() : Optional.of(ratio(sum(numbers), numbers.size()));
  }

  static Optional<Rounded> roundedAverage(Collection<BigDecimal> numbers) {
    return numbers.isEmpty()
        ? Optional.empty()
        : Optional.of(new Rounded(ratio(sum(numbers), numbers.size()).value()));
  }

  static Optional<Rounded> roundedMedian(Collection<BigDecimal> numbers) {
    return percentile(numbers, "0.5").map(median -> new Rounded((BigDecimal) median));
  }

  static Near ratio(BigDecimal part, long whole) {
    return new Near(part.divide(BigDecimal.valueOf(whole), DIGITS));
  }

  /** Interpolated between the closest ranks, as {@code percentile_cont}. */
  static Optional<Object> percentile(Collection<BigDecimal> numbers, String fraction) {
    if (numbers.isEmpty()) {
      return Optional.empty();
    }
    List<BigDecimal> sorted = numbers.stream().sorted().toList();
    BigDecimal rank = new BigDecimal(fraction).multiply(BigDecimal.valueOf(sorted.size() - 1L));
    int below = rank.setScale(0, RoundingMode.FLOOR).intValueExact();
    BigDecimal low = sorted.get(below);
    BigDecimal high = sorted.get(Math.min(below + 1, sorted.size() - 1));
    BigDecimal part = rank.subtract(BigDecimal.valueOf(below));
    return Optional.of(low.add(high.subtract(low).multiply(part)).stripTrailingZeros());
  }
}
