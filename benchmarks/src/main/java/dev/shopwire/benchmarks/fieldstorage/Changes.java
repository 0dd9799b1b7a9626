package dev.shopwire.benchmarks.fieldstorage;

import static dev.shopwire.benchmarks.fieldstorage.Output.line;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.benchmarks.measure.Spread;
import io.vertx.sqlclient.PreparedStatement;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/** Changes one field of one customer at a time, each in its own commit, on one connection. */
final class Changes {
  private static final int MAX_CHANGES = 2_000;

  private final Database database;
  private final long customers;
  private final int changes;

  Changes(Database database, long customers) {
    this.database = database;
    this.customers = customers;
    changes = (int) Math.min(MAX_CHANGES, customers);
  }

  /** With and without waiting for the disk, since the wait hides the cost of the change itself. */
  void measure(Layout layout, Fields fields) {
    for (String commit : List.of("on", "off")) {
      SqlConnection connection = database.connect("public");
      try {
        connection.query("set synchronous_commit = " + commit).execute().await();
        long wal = database.walPosition();
        Spread micros = Spread.of(change(connection, layout.change(fields)));
        line(
            "%nchange of one field, synchronous_commit %s: median %.0f us, longest %.0f us,"
                + " WAL %,d bytes each",
            commit, micros.median(), micros.max(), (database.walPosition() - wal) / changes);
        if (layout == Layout.DOCUMENTS_GIN) {
          emptyPendingList();
        }
      } finally {
        connection.close().await();
      }
    }
  }

  private List<Double> change(SqlConnection connection, String sql) {
    PreparedStatement statement = connection.prepare(sql).await();
    // Not seeded: setting a row to the value it already has would touch no index.
    Random random = new Random();
    List<Double> micros = new ArrayList<>(changes);
    for (int i = 0; i < changes; i++) {
      Tuple values = Tuple.of(1 + (long) (random.nextDouble() * customers), random.nextInt(1_000));
      long start = System.nanoTime();
      int changed = statement.query().execute(values).await().rowCount();
      micros.add((System.nanoTime() - start) / 1e3);
      if (changed != 1) {
        throw new IllegalStateException(changed + " rows were changed instead of one");
      }
    }
    return micros;
  }

  /** Measures the work that changes to a document defer. */
  private void emptyPendingList() {
    long start = System.nanoTime();
    long pages =
        database.number("public", "select gin_clean_pending_list('benchmark_documents_gin')");
    line(
        "    and %.0f us each to move %d pages from the pending list to the index",
        (System.nanoTime() - start) / 1e3 / changes, pages);
  }
}
