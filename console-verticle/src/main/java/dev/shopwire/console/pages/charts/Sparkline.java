package dev.shopwire.console.pages.charts;

import dev.shopwire.console.pages.parts.Part;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.OptionalDouble;
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
    List<@Nullable Double> drawn = drawn();
    Scale scale = Scale.of(drawn.stream());
    double step = (double) (WIDTH - 2 * MARGIN) / Math.max(1, drawn.size() - 1);
    return Svg.path(
        drawn,
        i -> MARGIN + i * step,
        value -> scale.position(value, HEIGHT - MARGIN, MARGIN),
        drawn.size());
  }

  /** The values, or the means of as many neighbours as fall on one unit of the width. */
  private List<@Nullable Double> drawn() {
    int each = (values.size() + WIDTH - 1) / WIDTH;
    if (each <= 1) {
      return values;
    }
    List<@Nullable Double> means = new ArrayList<>();
    for (int from = 0; from < values.size(); from += each) {
      OptionalDouble mean =
          values.subList(from, Math.min(values.size(), from + each)).stream()
              .filter(Objects::nonNull)
              .mapToDouble(Double::doubleValue)
              .average();
      means.add(mean.isPresent() ? mean.getAsDouble() : null);
    }
    return means;
  }

  @Override
  public String template() {
    return "sparkline";
  }
}
