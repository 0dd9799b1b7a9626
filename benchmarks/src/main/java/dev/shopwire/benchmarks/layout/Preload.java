package dev.shopwire.benchmarks.layout;

import dev.shopwire.benchmarks.measure.Database;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;

/**
 * Fills the tables of the designs on the server, one design after the other. When two were loaded
 * at the same time, inserts into some needed 50 % more CPU until their unique indexes were rebuilt
 * one by one; the cause was not found.
 */
final class Preload {
  private static final long CHUNK = 500_000;

  private final Database database;
  private final long rows;

  Preload(Database database, long rows) {
    this.database = database;
    this.rows = rows;
  }

  /** Fills the designs whose schema does not exist yet. */
  void run(Collection<Design> designs) {
    designs.stream().filter(design -> !database.exists(design.schema())).forEach(this::load);
  }

  private void load(Design design) {
    long start = System.nanoTime();
    List<String> statements = new ArrayList<>();
    statements.add("CREATE SCHEMA " + design.schema());
    statements.add("SET synchronous_commit = off");
    statements.add("SET maintenance_work_mem = '1GB'");
    statements.addAll(Tables.create(design));
    for (long from = 1; from <= rows; from += CHUNK) {
      statements.addAll(Tables.fill(design, from, Math.min(rows, from + CHUNK - 1), rows));
    }
    statements.addAll(Tables.indexes(design));
    statements.add("VACUUM (ANALYZE) usage_events");
    if (design.idTable()) {
      statements.add("VACUUM (ANALYZE) usage_event_ids");
    }
    database.run(design.schema(), statements);
    Report.line("loaded %s in %d s", design, (System.nanoTime() - start) / 1_000_000_000);
  }
}
