package dev.shopwire.benchmarks.fieldstorage;

import static dev.shopwire.benchmarks.fieldstorage.Output.line;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.benchmarks.measure.Spread;
import io.vertx.sqlclient.SqlConnection;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Times statements one by one and prints their plans. */
final class Queries {
  private static final int TIMINGS = 7;

  /** A statement is not repeated after this much time in total. */
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(25);

  private final Database database;

  Queries(Database database) {
    this.database = database;
  }

  void measure(String title, String sql) {
    SqlConnection connection = database.connect("public");
    try {
      int rows = connection.query(sql).execute().await().size();
      List<Double> millis = times(connection, sql);
      line(
          "%n%s: %s ms, %d timings, %d rows",
          title, Spread.of(millis).text("%.2f"), millis.size(), rows);
    } finally {
      connection.close().await();
    }
    database
        .rows("public", "explain (analyze, buffers) " + sql)
        .forEach(row -> line("    %s", row.getString(0)));
  }

  private static List<Double> times(SqlConnection connection, String sql) {
    List<Double> millis = new ArrayList<>();
    long first = System.nanoTime();
    while (millis.size() < TIMINGS && System.nanoTime() - first < MAX_NANOS) {
      long start = System.nanoTime();
      connection.query(sql).execute().await();
      millis.add((System.nanoTime() - start) / 1e6);
    }
    return millis;
  }
}
