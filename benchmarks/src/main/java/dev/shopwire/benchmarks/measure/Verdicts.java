package dev.shopwire.benchmarks.measure;

import static dev.shopwire.benchmarks.measure.Output.line;
import static dev.shopwire.benchmarks.measure.Output.progress;

import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/** Collects the figures with what is asked of them, for a table at the end. Not thread-safe. */
public final class Verdicts {
  private final List<Row> rows = new ArrayList<>();

  private record Row(String figure, String asked, String measured, boolean isMet) {
    private String text() {
      return "| %s | %s | %s | %s |".formatted(figure, asked, measured, isMet ? "met" : "NOT MET");
    }
  }

  private void add(Row row) {
    rows.add(row);
    progress("%s", row.text());
  }

  public void add(String figure, String asked, String measured, boolean isMet) {
    add(new Row(figure, asked, measured, isMet));
  }

  /** A figure that must not be more than {@code limit}. */
  public void atMost(String figure, String format, double measured, double limit) {
    add(figure, "≤ " + text(format, limit), text(format, measured), measured <= limit);
  }

  /** A figure that must not be less than {@code limit}. */
  public void atLeast(String figure, String format, double measured, double limit) {
    add(figure, "≥ " + text(format, limit), text(format, measured), measured >= limit);
  }

  public void print() {
    line("%n| figure | asked | measured | verdict |%n|---|---|---|---|");
    rows.forEach(row -> line("%s", row.text()));
    long unmet = rows.stream().filter(row -> !row.isMet()).count();
    line("%n%d figures, %d not met", rows.size(), unmet);
  }

  private static String text(String format, double value) {
    return String.format(Locale.ROOT, format, value);
  }
}
