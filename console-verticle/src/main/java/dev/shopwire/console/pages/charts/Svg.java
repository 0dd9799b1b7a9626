package dev.shopwire.console.pages.charts;

import java.util.List;
import java.util.function.DoubleUnaryOperator;
import java.util.function.IntToDoubleFunction;
import org.jspecify.annotations.Nullable;

/** Writes coordinates and paths of SVG. */
final class Svg {
  private Svg() {}

  /** With one decimal: finer than a pixel. */
  static String number(double coordinate) {
    long tenths = Math.round(coordinate * 10);
    return tenths % 10 == 0 ? Long.toString(tenths / 10) : Double.toString(tenths / 10.0);
  }

  /**
   * A line through the values. It is interrupted where one is missing; one between two gaps is a
   * point.
   *
   * @param points how many there are at most
   */
  static String path(
      List<@Nullable Double> values, IntToDoubleFunction x, DoubleUnaryOperator y, int points) {
    StringBuilder path = new StringBuilder();
    boolean isDrawing = false;
    for (int i = 0; i < Math.min(points, values.size()); i++) {
      Double value = values.get(i);
      if (value == null || !Double.isFinite(value)) {
        isDrawing = false;
        continue;
      }
      path.append(isDrawing ? 'L' : 'M')
          .append(number(x.applyAsDouble(i)))
          .append(' ')
          .append(number(y.applyAsDouble(value)));
      if (!isDrawing) {
        path.append("h0");
      }
      isDrawing = true;
    }
    return path.toString();
  }
}
