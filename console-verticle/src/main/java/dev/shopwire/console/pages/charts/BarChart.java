package dev.shopwire.console.pages.charts;

import dev.shopwire.console.pages.parts.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Horizontal bars, each below its label and its value. Their lengths are parts of the width of the
 * page.
 *
 * @param name says what the chart shows
 */
public record BarChart(String name, List<Bar> bars) implements Part {
  public static final int ROW = 44;
  private static final int MAX_LABEL = 28;

  /**
   * @param value as the API has it
   * @param length what the bar's length stands for; not negative
   */
  public record Bar(String label, String value, double length) {}

  /** A bar as it is drawn. */
  public record Drawn(String label, String value, int y, String width) {}

  public int height() {
    return bars.size() * ROW;
  }

  public List<Drawn> drawn() {
    double longest = bars.stream().mapToDouble(Bar::length).max().orElse(0);
    List<Drawn> drawn = new ArrayList<>();
    for (Bar bar : bars) {
      double width = longest == 0 ? 0 : Math.max(0, bar.length()) / longest * 100;
      drawn.add(
          new Drawn(
              shortened(bar.label()), bar.value(), drawn.size() * ROW, Svg.number(width) + "%"));
    }
    return drawn;
  }

  /** The table has the complete label. */
  private static String shortened(String label) {
    return label.codePointCount(0, label.length()) <= MAX_LABEL
        ? label
        : label.substring(0, label.offsetByCodePoints(0, MAX_LABEL - 1)) + "…";
  }

  @Override
  public String template() {
    return "bar-chart";
  }
}
