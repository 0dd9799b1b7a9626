package dev.shopwire.console.pages.charts;

import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The vertical axis of a chart: from 0, or below for negative values, to a round number.
 *
 * @param step between its ticks
 */
record Scale(double low, double high, double step) {
  private static final int MAX_STEPS = 5;
  private static final double[] ROUND = {1, 2, 5, 10};

  /**
   * @param values null where there is none
   */
  static Scale of(Stream<@Nullable Double> values) {
    double low = 0;
    double high = 0;
    for (Double value : values.filter(Objects::nonNull).filter(Double::isFinite).toList()) {
      low = Math.min(low, value);
      high = Math.max(high, value);
    }
    double step = step(high - low);
    return new Scale(
        Math.floor(low / step) * step, Math.max(step, Math.ceil(high / step) * step), step);
  }

  private static double step(double range) {
    if (range <= 0) {
      return 1;
    }
    double magnitude = Math.pow(10, Math.floor(Math.log10(range / MAX_STEPS)));
    for (double factor : ROUND) {
      if (range / (factor * magnitude) <= MAX_STEPS) {
        return factor * magnitude;
      }
    }
    return 10 * magnitude;
  }

  /** Where {@code value} is on an axis that runs from {@code bottom} up to {@code top}. */
  double position(double value, double bottom, double top) {
    return bottom + (value - low) / (high - low) * (top - bottom);
  }

  List<Double> ticks() {
    List<Double> ticks = new ArrayList<>();
    for (long i = Math.round(low / step); i <= Math.round(high / step); i++) {
      ticks.add(i * step);
    }
    return ticks;
  }

  /** A tick as text: without the noise of binary fractions. */
  static String text(double tick) {
    return new BigDecimal(tick).round(new MathContext(6)).stripTrailingZeros().toPlainString();
  }
}
