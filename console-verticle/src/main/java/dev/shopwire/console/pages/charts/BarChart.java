package dev.shopwire.console.pages.charts;

import dev.shopwire.console.pages.parts.Part;
import java.util.ArrayList;
import java.util.List;

/**
 * Horizontal bars, one below the other.
 *
 * @param name says what the chart shows
 */
public record BarChart(String name, List<Bar> bars) implements Part {
  public static final int WIDTH = 800;
  public static final int ROW = 28;
  public static final int LEFT = 220;
  private static final int RIGHT = WIDTH - 110;
  private static final int MAX_LABEL = 28;

  /**
   * @param value as the API has it
   * @param length what the bar's length stands for; not negative
   */
  public record Bar(String label, String value, double length) {}

  /** A bar as it is drawn. */
  public record Drawn(String label, String value, int y, String width, String end) {}

  public int height() {
    return bars.size() * ROW;
  }

  public List<Drawn> drawn() {
    double longest = bars.stream().mapToDouble(Bar::length).max().orElse(0);
    List<Drawn> drawn = new ArrayList<>();
    for (Bar bar : bars) {
      double width = longest == 0 ? 0 : Math.max(0, bar.length()) / longest * (RIGHT - LEFT);
      drawn.add(
          new Drawn(
              shortened(bar.label()),
              bar.value(),
              drawn.size() * ROW,
              Svg.number(width),
              Svg.number(LEFT + width + 8)));
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
