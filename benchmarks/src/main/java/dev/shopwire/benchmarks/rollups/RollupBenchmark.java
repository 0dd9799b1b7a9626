package dev.shopwire.benchmarks.rollups;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import dev.shopwire.benchmarks.measure.Slice;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Measures how fast the real event stream is aggregated when nothing else runs, and how far reports
 * lag while it is posted as fast as ingest accepts it. Load generator, service and stores share the
 * machine.
 *
 * <p>Arguments: {@code seconds} of posting before each aggregation (20), {@code sustained} seconds
 * of posting with reports (300), {@code rounds} of aggregation (3).
 */
public final class RollupBenchmark {
  private static final Set<String> OPTIONS = Set.of("seconds", "sustained", "rounds", "data");
  private static final int CONNECTIONS = 16;
  private static final long POLL_NANOS = 50_000_000;

  private final Installation installation;
  private final Database database;
  private final long app;
  private final StreamRequests stream = new StreamRequests();

  private RollupBenchmark(Installation installation) {
    this.installation = installation;
    this.database = installation.database();
    this.app = Long.parseLong(installation.app().appId());
  }

  public static void main(String[] arguments) throws IOException {
    Options options = Options.of(OPTIONS, arguments);
    try (Installation installation = options.start()) {
      RollupBenchmark benchmark = new RollupBenchmark(installation);
      for (int round = 0; round < options.number("rounds", 3); round++) {
        benchmark.aggregate(options.decimal("seconds", 20));
      }
      benchmark.sustain(options.decimal("sustained", 300));
      benchmark.printSizes();
    }
  }

  /** Posts while holding the app's lock, so that nothing is aggregated, and then releases it. */
  private void aggregate(double seconds) {
    SqlConnection lockConnection = database.connect("public");
    lockConnection
        .query("select pg_advisory_lock(hashtextextended('usage_rollups', " + app + "))")
        .execute()
        .await();
    Slice posted = installation.post(stream.posts(), CONNECTIONS, seconds);
    SqlConnection backlogConnection = database.connect("public");
    long backlog = backlog(backlogConnection);
    long start = System.nanoTime();
    lockConnection.close().await();
    while (backlog(backlogConnection) > 0) {
      LockSupport.parkNanos(POLL_NANOS);
    }
    double elapsed = (System.nanoTime() - start) / 1e9;
    System.out.printf(
        "posted alone: %,.0f events/s; added up alone: %,d events in %.1f s, %,.0f events/s%n",
        posted.perSecond(), backlog, elapsed, backlog / elapsed);
    backlogConnection.close().await();
  }

  private void sustain(double seconds) {
    try (ReportProbe reports = new ReportProbe(installation)) {
      Slice posted = installation.post(stream.posts(), CONNECTIONS, seconds);
      System.out.printf(
          "posted for %.0f s with reports: %,.0f events/s, p50 %.1f, p99 %.1f ms; %s%n",
          seconds, posted.perSecond(), posted.millis(50), posted.millis(99), reports.take());
    }
  }

  private long backlog(SqlConnection connection) {
    return connection
        .query(
            "select coalesce(sum(events), 0)::bigint from usage_event_backlog where app_id = "
                + app)
        .execute()
        .await()
        .iterator()
        .next()
        .getLong(0);
  }

  private void printSizes() {
    long events = database.number("public", "select count(*) from usage_events");
    for (String table : List.of("usage_rollups", "sessions")) {
      Row size =
          database
              .rows(
                  "public",
                  "select count(*) as rows, pg_total_relation_size('%s') as bytes from %s"
                      .formatted(table, table))
              .get(0);
      System.out.printf(
          "%s: %,d rows, %.1f bytes an event%n",
          table, size.getLong("rows"), (double) size.getLong("bytes") / events);
    }
  }
}
