package dev.shopwire.benchmarks.reads;

import static dev.shopwire.benchmarks.measure.Output.line;
import static dev.shopwire.benchmarks.measure.Output.progress;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.population.Population;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.OptionalDouble;

/**
 * Measures reads of the service on a year of events of one app, and for comparison the same reads
 * in SQL, in one run. Service, stores and client share the machine.
 *
 * <p>Arguments, each in the form {@code name=value}: {@code events} (20000000, about 20 GB of
 * disk), {@code data} (a directory in which they are kept for further runs; otherwise they are
 * deleted), {@code patience} seconds without progress before waiting for aggregation ends (120),
 * {@code runs} of each read (30), {@code plans} (true).
 */
public final class ReadsBenchmark {
  private static final int REMARK_LENGTH = 120;

  private final Installation installation;
  private final Options options;
  private final Client client;
  private final long app;

  private ReadsBenchmark(Installation installation, Options options) {
    this.installation = installation;
    this.options = options;
    this.client = new Client(installation.publicTarget(), installation.consoleTarget());
    this.app = Long.parseLong(installation.app().appId());
  }

  public static void main(String[] arguments) throws IOException {
    Options options = Options.of(YearOfEvents.OPTIONS, arguments);
    try (Installation installation = options.start()) {
      Population population = YearOfEvents.fill(installation, options);
      new ReadsBenchmark(installation, options).measure(population);
    }
  }

  private void measure(Population population) throws IOException {
    line("%n## Reads%n");
    List<Read> reads = reads(population.firstCustomer(), population.lastDay());
    table(times(reads));
    if (options.flag("plans", true)) {
      plansOfSql(reads);
      plansOfService(reads);
    }
  }

  private List<Read> reads(long firstCustomer, LocalDate last) {
    List<Read> reads = new ArrayList<>(new Reports(app, last).all());
    reads.addAll(new Behavior(app, last).all());
    reads.addAll(new Lists(client, app, firstCustomer, last).all());
    return reads;
  }

  private List<Stopwatch.Timed> times(List<Read> reads) {
    SqlConnection connection = installation.database().connect("public");
    try {
      Stopwatch stopwatch = new Stopwatch(client, connection, (int) options.number("runs", 30));
      List<Stopwatch.Timed> times = new ArrayList<>();
      for (Read read : reads) {
        progress("%s", read.title());
        times.add(stopwatch.time(read));
      }
      return times;
    } finally {
      connection.close().await();
    }
  }

  private static void table(List<Stopwatch.Timed> times) {
    line(
        "%n| read | HTTP median, ms | p95, ms | SQL median, ms | SQL / HTTP | goal, ms | met |"
            + " runs | |%n|---|---|---|---|---|---|---|---|---|");
    times.forEach(ReadsBenchmark::row);
  }

  private static void row(Stopwatch.Timed timed) {
    OptionalDouble http = timed.http().median();
    OptionalDouble sql = timed.sql().median();
    int goal = timed.read().goalMillis();
    String remark = timed.http().remark();
    line(
        "| %s | %s | %s | %s | %s | %s | %s | %d, %d | %s |",
        timed.read().title(),
        Timings.text(http),
        Timings.text(timed.http().percentile(0.95)),
        Timings.text(sql),
        http.isEmpty() || sql.isEmpty() ? "-" : ratio(sql.getAsDouble() / http.getAsDouble()),
        goal == 0 ? "" : goal,
        goal == 0 ? "" : http.isPresent() && http.getAsDouble() < goal ? "yes" : "NO",
        timed.http().millis().size(),
        timed.sql().millis().size(),
        remark.substring(0, Math.min(REMARK_LENGTH, remark.length())));
  }

  private static String ratio(double ratio) {
    return String.format(Locale.ROOT, "%,.1f", ratio);
  }

  private void plansOfSql(List<Read> reads) {
    line("%n## Plans of the SQL");
    Database database = installation.database();
    for (Read read : reads) {
      line("%n### %s%n%n%s%n", read.title(), read.sql().strip());
      database
          .rows("public", "explain (analyze, buffers, timing off) " + read.sql())
          .forEach(row -> line("%s", row.getString(0)));
    }
  }

  private void plansOfService(List<Read> reads) throws IOException {
    line("%n## Plans of the service's statements");
    try (ServicePlans plans = new ServicePlans(installation, client)) {
      for (Read read : reads) {
        plans.print(read);
      }
    }
  }
}
