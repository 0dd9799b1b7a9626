package dev.shopwire.console.pages.charts;

import dev.shopwire.console.pages.parts.Part;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;

/**
 * Lines over time. They differ by pattern and colour, and end where values are missing.
 *
 * @param name says what the chart shows
 * @param labels of the points in time, as the report has them
 */
public record LineChart(String name, List<String> labels, List<Series> series) implements Part {
  public static final int WIDTH = 800;
  public static final int HEIGHT = 260;
  public static final int LEFT = 72;
  public static final int RIGHT = WIDTH - 16;
  public static final int TOP = 12;
  public static final int BOTTOM = HEIGHT - 32;

  /** There are as many patterns; further lines look like the first ones. */
  private static final int LOOKS = 8;

  private static final int MAX_LABELS = 6;

  /** A text on an axis and where it is. */
  public record Tick(String text, String position) {}

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

  /** Some of the labels, evenly spread. */
  public List<Tick> times() {
    int every = Math.max(1, (labels.size() + MAX_LABELS - 1) / MAX_LABELS);
    return IntStream.range(0, labels.size())
        .filter(i -> i % every == 0)
        .mapToObj(i -> new Tick(labels.get(i), Svg.number(x(i))))
        .toList();
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
    return labels.size() < 2
        ? (LEFT + RIGHT) / 2.0
        : LEFT + (double) point / (labels.size() - 1) * (RIGHT - LEFT);
  }

  @Override
  public String template() {
    return "line-chart";
  }
}
