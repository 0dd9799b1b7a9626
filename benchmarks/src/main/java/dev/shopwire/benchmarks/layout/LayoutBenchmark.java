package dev.shopwire.benchmarks.layout;

import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Compares table layouts of the event store on a PostgreSQL 18 of your own.
 *
 * <p>Usage: {@code LayoutBenchmark <postgresql-uri> [designs] [rows] [seconds] [rounds] [keep]}, by
 * default {@code STUVW 20000000 10 5}. Each design takes about 9 GB at 20 million rows, in a schema
 * {@code layout_*}; schemas that exist are used as they are, and are dropped at the end unless
 * {@code keep} is given. With 0 rounds it only loads. The role must be a superuser (CHECKPOINT,
 * pg_prewarm). Start the server with {@code autovacuum=off}, or a vacuum of one design falls into
 * the slice of another. CPU figures need the server on the same Linux machine. Only ratios within a
 * round mean anything on a shared machine.
 */
public final class LayoutBenchmark {
  private final Database database;
  private final ExecutorService threads;
  private final List<Design> designs;
  private final long rows;
  private final Duration length;
  private final int rounds;
  private final boolean keep;

  private LayoutBenchmark(Database database, ExecutorService threads, List<String> arguments) {
    this.database = database;
    this.threads = threads;
    this.designs =
        argument(arguments, 1, "STUVW").chars().mapToObj(LayoutBenchmark::design).toList();
    this.rows = Long.parseLong(argument(arguments, 2, "20000000"));
    this.length = Duration.ofSeconds(Long.parseLong(argument(arguments, 3, "10")));
    this.rounds = Integer.parseInt(argument(arguments, 4, "5"));
    this.keep = arguments.contains("keep");
  }

  public static void main(String[] arguments) {
    if (arguments.length == 0) {
      throw new IllegalArgumentException(
          "Usage: LayoutBenchmark <postgresql-uri> [designs] [rows] [seconds] [rounds] [keep]");
    }
    Vertx vertx = Vertx.vertx();
    ExecutorService threads = Executors.newFixedThreadPool(2);
    try {
      new LayoutBenchmark(new Database(vertx, arguments[0]), threads, Arrays.asList(arguments))
          .run();
    } finally {
      threads.shutdown();
      vertx.close().await();
    }
  }

  private void run() {
    database.run("public", List.of("CREATE EXTENSION IF NOT EXISTS pg_prewarm SCHEMA public"));
    new Preload(database, rows).run(designs);
    if (rounds == 0) {
      return;
    }
    Report.line("%n## Size in MiB, %d events%n", rows);
    designs.forEach(design -> Report.sizes(database, design));
    compareDesigns(Workload.V4, length, rounds);
    Duration shorter = length.dividedBy(2);
    int fewer = Math.min(rounds, 3);
    for (Workload workload :
        List.of(Workload.V7, Workload.DUPLICATES_10, Workload.DUPLICATES_100)) {
      compareDesigns(workload, shorter, fewer);
    }
    if (designs.contains(Design.U)) {
      compareForms(shorter, fewer);
      checkOverlap();
    }
    if (!keep) {
      retainAndDrop();
    }
  }

  private void retainAndDrop() {
    Report.line("%n## Retention of the oldest month%n");
    designs.forEach(new Retention(database)::run);
    designs.forEach(
        design ->
            database.run("public", List.of("DROP SCHEMA %s CASCADE".formatted(design.schema()))));
  }

  /** Every other round runs backwards, so that no design always follows the same one. */
  private void compareDesigns(Workload workload, Duration slice, int times) {
    Report report = new Report();
    List<Design> order = new ArrayList<>(designs);
    for (int round = 0; round < times; round++) {
      for (Design design : order) {
        report.add(
            design + ", " + design.title(), slice(design, design.ingest(), workload).run(slice));
      }
      Collections.reverse(order);
    }
    report.print(
        workload + ", groups of " + Groups.SIZE, designs.get(0) + ", " + designs.get(0).title());
  }

  private void compareForms(Duration slice, int times) {
    Report report = new Report();
    for (int round = 0; round < times; round++) {
      for (Form form : Form.values()) {
        report.add(form.name(), slice(Design.U, form.sql(), Workload.V4).run(slice));
      }
    }
    report.print("Forms of the statement of U, V4", Form.HASHED_SUBPLAN.name());
    for (Form form : Form.values()) {
      Report.line("%n### %s%n%n```sql%n%s```%n", form, form.sql());
      database
          .rows(Design.U.schema(), "EXPLAIN (GENERIC_PLAN) " + form.sql())
          .forEach(row -> Report.line("    %s", row.getString(0)));
    }
  }

  private void checkOverlap() {
    Report.line("%n## Two connections, overlapping ids%n");
    Overlap overlap = new Overlap(database, threads, Design.U);
    overlap.run("sorted", Design.U.ingest(), true);
    overlap.run("not sorted", Design.U.ingest(), false);
    overlap.run("sorted, MERGE", Form.MERGE.sql(), true);
  }

  private Slice slice(Design design, String sql, Workload workload) {
    return new Slice(database, threads, design, sql, workload, rows);
  }

  private static Design design(int letter) {
    return Design.valueOf(Character.toString(letter));
  }

  private static String argument(List<String> arguments, int index, String otherwise) {
    return index < arguments.size() ? arguments.get(index) : otherwise;
  }
}
