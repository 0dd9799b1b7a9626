package dev.shopwire.console.pages.charts;

import dev.shopwire.console.pages.parts.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;

/**
 * Lines over time. They differ by pattern and colour, and end where values are missing. Only the
 * lines are stretched to the width of the page; texts keep their size.
 *
 * @param name says what the chart shows
 * @param labels of the points in time, as the report has them
 */
public record LineChart(String name, List<String> labels, List<Series> series) implements Part {
  /** The width of what is drawn, in units of its own. */
  public static final int WIDTH = 800;

  public static final int HEIGHT = 260;
  private static final int TOP = 12;
  private static final int BOTTOM = HEIGHT - 32;

  /** There are as many patterns; further lines look like the first ones. */
  private static final int LOOKS = 8;

  private static final int MAX_LABELS = 6;

  /** Labels beyond end at their points, so that they don't leave the page. */
  private static final double NEAR_THE_END = 0.9;

  private static final Pattern HOUR = Pattern.compile("^\\d{4}-(\\d\\d-\\d\\d)T(\\d\\d:\\d\\d).*$");

  /** A text on the vertical axis and where it is, in pixels. */
  public record Tick(String text, String position) {}

  /**
   * A text below the horizontal axis.
   *
   * @param position of the total width
   * @param look the classes of its element
   */
  public record Label(String text, String position, String look) {}

  /**
   * A line as it is drawn.
   *
   * @param look the number of its pattern and colour
   */
  public record Line(String name, int look, String path) {}

  private Scale scale() {
    return Scale.of(series.stream().flatMap(each -> each.values().stream()));
  }

  /** The horizontal lines with their values. */
  public List<Tick> values() {
    Scale scale = scale();
    return scale.ticks().stream()
        .map(tick -> new Tick(Scale.text(tick), Svg.number(scale.position(tick, BOTTOM, TOP))))
        .toList();
  }

  /** Some of the labels, evenly spread; every other one only where there is room. */
  public List<Label> times() {
    int every = Math.max(1, (labels.size() + MAX_LABELS - 1) / MAX_LABELS);
    List<Label> shown = new ArrayList<>();
    for (int i = 0; i < labels.size(); i += every) {
      boolean isLast = labels.size() > 1 && x(i) > WIDTH * NEAR_THE_END;
      shown.add(
          new Label(
              shortened(labels.get(i)),
              Svg.number(x(i) / WIDTH * 100) + "%",
              (isLast ? "time last" : "time") + (shown.size() % 2 == 0 ? "" : " further")));
    }
    return shown;
  }

  /** An hour without its year and offset, which the table has. */
  private static String shortened(String label) {
    return HOUR.matcher(label).replaceFirst("$1 $2");
  }

  public List<Line> lines() {
    Scale scale = scale();
    List<Line> lines = new ArrayList<>();
    for (int i = 0; i < series.size(); i++) {
      lines.add(new Line(series.get(i).name(), i % LOOKS, path(scale, series.get(i))));
    }
    return lines;
  }

  private String path(Scale scale, Series drawn) {
    return Svg.path(
        drawn.values(), this::x, value -> scale.position(value, BOTTOM, TOP), labels.size());
  }

  private double x(int point) {
    return labels.size() < 2 ? WIDTH / 2.0 : (double) point / (labels.size() - 1) * WIDTH;
  }

  @Override
  public String template() {
    return "line-chart";
  }
}
