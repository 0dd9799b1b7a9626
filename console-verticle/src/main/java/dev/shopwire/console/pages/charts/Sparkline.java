package dev.shopwire.console.pages.charts;

import dev.shopwire.console.pages.parts.Part;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * A small line without axes.
 *
 * @param name says what it shows
 * @param values in order of time, null where there is none
 */
public record Sparkline(String name, List<@Nullable Double> values) implements Part {
  public static final int WIDTH = 200;
  public static final int HEIGHT = 40;
  private static final int MARGIN = 3;

  public Sparkline {
    values = Collections.unmodifiableList(values);
  }

  public String path() {
    Scale scale = Scale.of(values.stream());
    double step = (double) (WIDTH - 2 * MARGIN) / Math.max(1, values.size() - 1);
    return Svg.path(
        values,
        i -> MARGIN + i * step,
        value -> scale.position(value, HEIGHT - MARGIN, MARGIN),
        values.size());
  }

  @Override
  public String template() {
    return "sparkline";
  }
}
