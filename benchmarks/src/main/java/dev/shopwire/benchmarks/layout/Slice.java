package dev.shopwire.benchmarks.layout;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.benchmarks.measure.WarmUp;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.SqlConnection;
import java.time.Duration;
import java.util.List;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.stream.Stream;

/**
 * Inserts into one design for a time slice, on two connections with one statement in flight each.
 */
final class Slice {
  /** The cost of one slice; CPU time is that of the two backends, empty if the server is remote. */
  record Measurement(long events, double seconds, long walBytes, OptionalLong cpuMicros) {
    double eventsPerSecond() {
      return events / seconds;
    }

    double walPerEvent() {
      return (double) walBytes / events;
    }

    double cpuPerEvent() {
      return cpuMicros.isPresent() ? (double) cpuMicros.getAsLong() / events : Double.NaN;
    }
  }

  private final Database database;
  private final ExecutorService threads;
  private final Design design;
  private final String sql;
  private final Workload workload;
  private final long storedRows;

  Slice(
      Database database,
      ExecutorService threads,
      Design design,
      String sql,
      Workload workload,
      long storedRows) {
    this.database = database;
    this.threads = threads;
    this.design = design;
    this.sql = sql;
    this.workload = workload;
    this.storedRows = storedRows;
  }

  /** Loads the indexes into the buffers, warms up, makes a checkpoint, and measures. */
  Measurement run(Duration length) {
    database.run(
        design.schema(),
        List.of(
            """
            SELECT public.pg_prewarm(indexrelid, 'buffer')
            FROM pg_index JOIN pg_class ON oid = indexrelid
            WHERE relkind = 'i' AND relnamespace = '%s'::regnamespace
            """
                .formatted(design.schema())));
    List<PgConnection> connections =
        Stream.generate(() -> database.connect(design.schema())).limit(2).toList();
    try {
      insert(connections, WarmUp.OF_A_CALL);
      database.run("public", List.of("CHECKPOINT"));
      return measure(connections, length);
    } finally {
      connections.forEach(connection -> connection.close().await());
    }
  }

  private Measurement measure(List<PgConnection> connections, Duration length) {
    long wal = database.walPosition();
    OptionalLong cpu = cpu(connections);
    long start = System.nanoTime();
    long events = insert(connections, length);
    double seconds = (System.nanoTime() - start) / 1e9;
    OptionalLong cpuAfter = cpu(connections);
    OptionalLong used =
        cpu.isPresent() && cpuAfter.isPresent()
            ? OptionalLong.of(cpuAfter.getAsLong() - cpu.getAsLong())
            : OptionalLong.empty();
    return new Measurement(events, seconds, database.walPosition() - wal, used);
  }

  private long insert(List<PgConnection> connections, Duration length) {
    List<CompletableFuture<Long>> inserts =
        connections.stream()
            .map(c -> CompletableFuture.supplyAsync(() -> insert(c, length), threads))
            .toList();
    return inserts.stream().mapToLong(CompletableFuture::join).sum();
  }

  /** Creates the next group while the server stores the current one. */
  private long insert(SqlConnection connection, Duration length) {
    Groups groups = new Groups(design, workload, storedRows);
    PreparedStatement statement = connection.prepare(sql).await();
    long deadline = System.nanoTime() + length.toNanos();
    long events = 0;
    var group = groups.next();
    while (System.nanoTime() < deadline) {
      var reply = statement.query().execute(group);
      group = groups.next();
      int duplicates = reply.await().size();
      if (sql.equals(design.ingest()) && duplicates != workload.duplicatesIn(Groups.SIZE)) {
        throw new IllegalStateException(design + " reports " + duplicates + " duplicates");
      }
      events += Groups.SIZE;
    }
    return events;
  }

  private static OptionalLong cpu(List<PgConnection> connections) {
    List<OptionalLong> all =
        connections.stream().map(c -> Database.cpuMicros(c.processId())).toList();
    return all.stream().allMatch(OptionalLong::isPresent)
        ? OptionalLong.of(all.stream().mapToLong(OptionalLong::getAsLong).sum())
        : OptionalLong.empty();
  }
}
