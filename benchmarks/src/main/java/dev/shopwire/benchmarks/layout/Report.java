package dev.shopwire.benchmarks.layout;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.benchmarks.measure.Spread;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.function.ToDoubleFunction;
import java.util.stream.Collectors;

/** Prints the measurements as Markdown. */
final class Report {
  private static final String SIZES =
      """
      SELECT CASE
          WHEN c.relkind = 'i' AND i.indisunique THEN 'unique index'
          WHEN c.relkind = 'i' THEN 'list index'
          WHEN c.relname LIKE 'usage_event_ids%%' THEN 'id table'
          ELSE 'events' END AS part,
        (sum(pg_relation_size(c.oid)) / 1048576)::bigint AS mib
      FROM pg_class c LEFT JOIN pg_index i ON i.indexrelid = c.oid
      WHERE c.relkind IN ('r', 'i') AND c.relnamespace = '%s'::regnamespace
      GROUP BY part ORDER BY part
      """;

  /** The measurements of one table by candidate, in the order of the rounds. */
  private final Map<String, List<Slice.Measurement>> measurements = new LinkedHashMap<>();

  static void line(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }

  void add(String candidate, Slice.Measurement slice) {
    measurements.computeIfAbsent(candidate, ignored -> new ArrayList<>()).add(slice);
  }

  /** Ratios are computed within a round, so that a slow minute of the machine does not matter. */
  void print(String title, String reference) {
    line("%n## %s%n", title);
    line("| | events/s | x %s | PG us/event | WAL B/event |", reference);
    line("|---|---|---|---|---|");
    List<Slice.Measurement> base = measurements.getOrDefault(reference, List.of());
    measurements.forEach(
        (candidate, slices) -> {
          List<Double> ratios = new ArrayList<>();
          for (int i = 0; i < Math.min(base.size(), slices.size()); i++) {
            ratios.add(slices.get(i).eventsPerSecond() / base.get(i).eventsPerSecond());
          }
          line(
              "| %s | %s | %s | %s | %s |",
              candidate,
              range("%.0f", values(slices, Slice.Measurement::eventsPerSecond)),
              range("%.2f", ratios),
              range("%.1f", values(slices, Slice.Measurement::cpuPerEvent)),
              range("%.0f", values(slices, Slice.Measurement::walPerEvent)));
        });
  }

  static void sizes(Database database, Design design) {
    List<Row> parts = database.rows(design.schema(), SIZES.formatted(design.schema()));
    long total = parts.stream().mapToLong(part -> part.getLong("mib")).sum();
    line(
        "| %s | %s | **%d** |",
        design,
        parts.stream()
            .map(part -> part.getString("part") + " " + part.getLong("mib"))
            .collect(Collectors.joining(", ")),
        total);
  }

  private static List<Double> values(
      List<Slice.Measurement> slices, ToDoubleFunction<Slice.Measurement> value) {
    return slices.stream().map(value::applyAsDouble).toList();
  }

  private static String range(String format, List<Double> values) {
    return values.isEmpty() ? "" : Spread.of(values).text(format);
  }
}
