package dev.shopwire.console.pages.charts;

import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * The values of a line.
 *
 * @param values one for each label of the chart, null where there is none
 */
public record Series(String name, List<@Nullable Double> values) {
  public Series {
    values = Collections.unmodifiableList(values);
  }
}
