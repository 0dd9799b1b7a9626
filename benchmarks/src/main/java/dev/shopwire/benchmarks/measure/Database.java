package dev.shopwire.benchmarks.measure;

import io.vertx.core.Vertx;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.pgclient.PgConnection;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.RowSet;
import io.vertx.sqlclient.SqlConnection;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.OptionalLong;
import java.util.stream.StreamSupport;

/** Accesses the measured server. Blocking: not for event loops. */
public final class Database {
  private static final long MICROS_PER_TICK = 10_000;

  private final Vertx vertx;
  private final PgConnectOptions options;

  public Database(Vertx vertx, String uri) {
    this.vertx = vertx;
    this.options = PgConnectOptions.fromUri(uri);
  }

  /** Opens a connection on which unqualified names refer to {@code schema}. */
  public PgConnection connect(String schema) {
    PgConnectOptions connectOptions =
        new PgConnectOptions(options).addProperty("search_path", schema);
    return PgConnection.connect(vertx, connectOptions).await();
  }

  /** Runs statements one by one, each in its own transaction. */
  public void run(String schema, List<String> statements) {
    SqlConnection connection = connect(schema);
    try {
      statements.forEach(sql -> connection.query(sql).execute().await());
    } finally {
      connection.close().await();
    }
  }

  public List<Row> rows(String schema, String sql) {
    SqlConnection connection = connect(schema);
    try {
      RowSet<Row> rows = connection.query(sql).execute().await();
      return StreamSupport.stream(rows.spliterator(), false).toList();
    } finally {
      connection.close().await();
    }
  }

  /** The first column of the first row. */
  public long number(String schema, String sql) {
    return rows(schema, sql).get(0).getLong(0);
  }

  public boolean exists(String schema) {
    String count = "SELECT count(*) FROM pg_namespace WHERE nspname = '%s'";
    return number("public", count.formatted(schema)) > 0;
  }

  /** The WAL insert position in bytes, including what is not yet written. */
  public long walPosition() {
    return number("public", "SELECT pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0')::bigint");
  }

  /** The CPU time of a backend in microseconds; empty unless it runs on this Linux machine. */
  public static OptionalLong cpuMicros(int backend) {
    Path stat = Path.of("/proc/" + backend + "/stat");
    if (!Files.isReadable(stat)) {
      return OptionalLong.empty();
    }
    try {
      String line = Files.readString(stat);
      String[] fields = line.substring(line.lastIndexOf(')') + 2).split(" ", -1);
      long ticks = Long.parseLong(fields[11]) + Long.parseLong(fields[12]);
      return line.contains("(postgres)")
          ? OptionalLong.of(ticks * MICROS_PER_TICK)
          : OptionalLong.empty();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
