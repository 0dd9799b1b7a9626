package dev.shopwire.benchmarks.layout;

import dev.shopwire.benchmarks.measure.Database;
import java.util.List;

/** Removes the oldest month, as retention would. */
final class Retention {
  private final Database database;

  Retention(Database database) {
    this.database = database;
  }

  void run(Design design) {
    String partition = Tables.partition(Tables.oldest());
    if (design.idTable()) {
      long rows = database.number(design.schema(), "SELECT count(*) FROM " + partition);
      long detach =
          millis(
              design,
              "ALTER TABLE usage_events DETACH PARTITION %s CONCURRENTLY".formatted(partition));
      long drop = millis(design, "DROP TABLE " + partition);
      Report.line("| %s | %d rows: detach %d ms, drop %d ms |", design, rows, detach, drop);
    } else {
      String old = "received_at < '%sT00:00Z'".formatted(Tables.oldest().plusMonths(1).atDay(1));
      long wal = database.walPosition();
      long rows =
          database.number(design.schema(), "SELECT count(*) FROM usage_events WHERE " + old);
      long delete = millis(design, "DELETE FROM usage_events WHERE " + old);
      long vacuum = millis(design, "VACUUM usage_events");
      Report.line(
          "| %s | %d rows: delete %d ms, vacuum %d ms, WAL %d MiB |",
          design, rows, delete, vacuum, (database.walPosition() - wal) >> 20);
    }
  }

  private long millis(Design design, String sql) {
    long start = System.nanoTime();
    database.run(design.schema(), List.of(sql));
    return (System.nanoTime() - start) / 1_000_000;
  }
}
