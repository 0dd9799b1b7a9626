package dev.shopwire.benchmarks.population;

import static dev.shopwire.benchmarks.measure.Output.line;
import static dev.shopwire.benchmarks.measure.Output.progress;
import static dev.shopwire.benchmarks.measure.Output.secondsSince;

import dev.shopwire.benchmarks.measure.Database;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Function;

/**
 * Runs the steps of the generator, each once per database, and prints how long they take. A step
 * that was interrupted can't be repeated: its rows are there in part.
 */
final class Steps {
  private static final String TABLE =
      """
      create table if not exists benchmark_steps (
        name     text primary key,
        finished boolean not null default false
      )
      """;

  private final Database database;

  Steps(Database database) {
    this.database = database;
    database.run("public", List.of("set client_min_messages = warning", TABLE));
  }

  /** Writes rows, a part of them at a time. */
  interface Loading {
    /**
     * @param first the number of the first row, from 0
     * @param last that of the last one
     */
    String statement(long first, long last);
  }

  /** Runs {@code work}, which writes {@code rows} rows, unless an earlier run has done so. */
  void run(String name, long rows, Runnable work) {
    if (rows == 0 || isFinished(name)) {
      return;
    }
    database.run("public", List.of("insert into benchmark_steps (name) values ('" + name + "')"));
    long start = System.nanoTime();
    work.run();
    line(
        "%-20s %,12d rows %7.1f s %,12.0f rows/s",
        name, rows, secondsSince(start), rows / secondsSince(start));
    database.run(
        "public",
        List.of("update benchmark_steps set finished = true where name = '" + name + "'"));
  }

  /**
   * Loads rows into a table from which the indexes were removed, and creates them again: for many
   * rows that is much faster.
   */
  void load(String name, String table, long rows, long part, Loading loading) {
    run(
        name,
        rows,
        () -> {
          TableIndexes indexes = TableIndexes.of(database, table);
          database.run("public", indexes.drops());
          insert(name, rows, part, loading);
          index(name, indexes.creations());
          database.run("public", List.of("vacuum analyze " + table));
        });
  }

  /** Runs the statements of all parts. */
  void insert(String name, long rows, long part, Loading loading) {
    long start = System.nanoTime();
    for (long first = 0; first < rows; first += part) {
      long last = Math.min(rows, first + part) - 1;
      database.run(
          "public",
          List.of(
              "set synchronous_commit = off",
              "set work_mem = '64MB'",
              loading.statement(first, last)));
      progress(
          "  %s: %,d of %,d rows, %,.0f rows/s",
          name, last + 1, rows, (last + 1) / secondsSince(start));
    }
  }

  /** Runs statements that create indexes. */
  void index(String name, List<String> statements) {
    long start = System.nanoTime();
    List<String> all = new ArrayList<>(List.of("set maintenance_work_mem = '512MB'"));
    all.addAll(statements);
    database.run("public", all);
    progress("  %s: indexed in %.1f s", name, secondsSince(start));
  }

  private boolean isFinished(String name) {
    List<Row> rows =
        database.rows("public", "select finished from benchmark_steps where name = '" + name + "'");
    if (!rows.isEmpty() && !rows.get(0).getBoolean("finished")) {
      throw new IllegalStateException(
          "an earlier run was interrupted at the step \"" + name + "\": use an empty database");
    }
    if (!rows.isEmpty()) {
      line("%-20s by an earlier run", name);
    }
    return !rows.isEmpty();
  }

  /** The indexes and keys of a table, as statements. */
  private record TableIndexes(List<String> drops, List<String> creations) {
    private static final String KEYS =
        """
        select format('alter table %%s drop constraint %%I', conrelid::regclass, conname) as drop,
          format('alter table %%s add constraint %%I %%s', conrelid::regclass, conname,
            pg_get_constraintdef(oid)) as creation
        from pg_constraint where conrelid = '%1$s'::regclass and contype in ('p', 'u')
        union all
        select format('drop index %%s', indexrelid::regclass), pg_get_indexdef(indexrelid)
        from pg_index i where indrelid = '%1$s'::regclass
          and not exists (select from pg_constraint where conindid = i.indexrelid)
        """;

    static TableIndexes of(Database database, String table) {
      List<Row> rows = database.rows("public", KEYS.formatted(table));
      Function<String, List<String>> column =
          name -> rows.stream().map(row -> row.getString(name)).toList();
      return new TableIndexes(column.apply("drop"), column.apply("creation"));
    }
  }
}
