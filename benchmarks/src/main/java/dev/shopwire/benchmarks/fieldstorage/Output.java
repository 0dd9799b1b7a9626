package dev.shopwire.benchmarks.fieldstorage;

import dev.shopwire.benchmarks.measure.Database;
import java.util.Locale;

/** Prints results to standard output and progress to standard error. */
final class Output {
  private static final String SIZES =
      """
      select c.relname as name, (pg_relation_size(c.oid) / 1048576.0)::float8 as mib
      from pg_class c
      where c.oid = '%1$s'::regclass
        or c.oid in (select indexrelid from pg_index where indrelid = '%1$s'::regclass)
        or c.oid = (select reltoastrelid from pg_class where oid = '%1$s'::regclass)
      order by c.relkind desc, c.relname
      """;

  private Output() {}

  static void line(String format, Object... arguments) {
    System.out.println(String.format(Locale.ROOT, format, arguments));
  }

  static void progress(String text) {
    System.err.println(text);
  }

  /** Prints the sizes of a table and its indexes. */
  static void sizes(Database database, String table) {
    double total = 0;
    for (var row : database.rows("public", SIZES.formatted(table))) {
      line("%-45s %,9.1f MiB", row.getString("name"), row.getDouble("mib"));
      total += row.getDouble("mib");
    }
    line("%-45s %,9.1f MiB", "total", total);
  }
}
