package dev.shopwire.benchmarks.reads;

import com.fasterxml.jackson.core.JsonProcessingException;
import dev.shopwire.common.json.Json;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.DoubleSupplier;

/**
 * Times reads and their SQL, one after the other, on an otherwise idle machine.
 *
 * @param runs the number of runs of each, unless that takes too long
 */
record Stopwatch(Client client, SqlConnection connection, int runs) {
  private static final int WARM_UP = 5;
  private static final int MIN_RUNS = 3;
  private static final long MAX_NANOS = TimeUnit.SECONDS.toNanos(15);

  /** The timings of one read, through the service and as SQL. */
  record Timed(Read read, Timings http, Timings sql) {}

  Timed time(Read read) {
    Client.Response first = client.send(read);
    RowSet<Row> rows = connection.query(read.sql()).execute().await();
    Timings http = http(read);
    String remark = first.isOk() ? "" : "first response " + first.status() + "; ";
    if (read.checked() && first.isOk()) {
      remark += compare(first, rows);
    }
    Timings sql = new Timings(repeat(() -> sqlMillis(read)), "");
    return new Timed(read, new Timings(http.millis(), remark + http.remark()), sql);
  }

  /** Only successful responses count; the number of others becomes a remark. */
  private Timings http(Read read) {
    for (int i = 1; i < Math.min(WARM_UP, runs); i++) {
      client.send(read);
    }
    List<String> failures = new ArrayList<>();
    List<Double> millis =
        repeat(
            () -> {
              Client.Response response = client.send(read);
              if (!response.isOk()) {
                failures.add(response.status() + " " + response.body());
              }
              return response.isOk() ? response.millis() : Double.NaN;
            });
    int all = millis.size();
    return new Timings(
        millis.stream().filter(time -> !time.isNaN()).toList(),
        failures.isEmpty() ? "" : failures.size() + " of " + all + " failed: " + failures.get(0));
  }

  private List<Double> repeat(DoubleSupplier once) {
    List<Double> millis = new ArrayList<>();
    long first = System.nanoTime();
    while (millis.size() < runs
        && (millis.size() < MIN_RUNS || System.nanoTime() - first < MAX_NANOS)) {
      millis.add(once.getAsDouble());
    }
    return millis;
  }

  private double sqlMillis(Read read) {
    long start = System.nanoTime();
    connection.query(read.sql()).execute().await();
    return (System.nanoTime() - start) / 1e6;
  }

  /** Compares the report's value with that of the SQL, since a fast wrong result is worthless. */
  private static String compare(Client.Response response, RowSet<Row> rows) {
    try {
      double value = Json.MAPPER.readTree(response.body()).at("/report/value").asDouble(Double.NaN);
      double expected = value(rows);
      return Math.abs(value - expected) <= 1e-9 * Math.abs(expected)
          ? ""
          : "WRONG: " + value + ", the SQL returns " + expected;
    } catch (JsonProcessingException e) {
      throw new UncheckedIOException(e);
    }
  }

  private static double value(RowSet<Row> rows) {
    double sum = 0;
    for (Row row : rows) {
      int last = row.size() - 1;
      Number value = (Number) row.getValue(last);
      double number = value == null ? 0 : value.doubleValue();
      if (row.getColumnName(last).equals("whole")) {
        if (row.getValue(0) == null) {
          return number;
        }
      } else {
        sum += number;
      }
    }
    return sum;
  }
}
