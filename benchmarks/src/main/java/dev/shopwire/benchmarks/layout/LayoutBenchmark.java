package dev.shopwire.benchmarks.layout;

import dev.shopwire.benchmarks.measure.Database;
import io.vertx.core.Vertx;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;

/**
 * Compares table layouts of the event store on a PostgreSQL 18 that you provide.
 *
 * <p>Usage: {@code LayoutBenchmark <postgresql-uri> [designs] [rows] [seconds] [rounds] [parts]},
 * by default {@code STUVW 20000000 10 5} and all parts, separated by commas: the names of {@link
 * Workload}, FORMS and OVERLAP (both with design U), RETENTION (which finally drops the tables).
 * Each design takes about 9 GB at 20 million rows, in a schema {@code layout_*}; existing schemas
 * are used as they are.
 *
 * <p>The role must be a superuser (CHECKPOINT, pg_prewarm). Start the server with {@code
 * autovacuum=off}, or a vacuum of one design distorts the slice of another. CPU times need the
 * server on the same Linux machine. On a shared machine, only ratios within a round are meaningful.
 */
public final class LayoutBenchmark {
  private static final String ALL_PARTS =
      "V4,V7,DUPLICATES_10,DUPLICATES_100,FORMS,OVERLAP,RETENTION";

  private final Database database;
  private final ExecutorService threads;
  private final List<Design> designs;
  private final long rows;
  private final Duration length;
  private final int rounds;
  private final List<String> parts;

  private LayoutBenchmark(Database database, ExecutorService threads, List<String> arguments) {
    this.database = database;
    this.threads = threads;
    this.designs =
        argument(arguments, 1, "STUVW").chars().mapToObj(LayoutBenchmark::design).toList();
    this.rows = Long.parseLong(argument(arguments, 2, "20000000"));
    this.length = Duration.ofSeconds(Long.parseLong(argument(arguments, 3, "10")));
    this.rounds = Integer.parseInt(argument(arguments, 4, "5"));
    this.parts = List.of(argument(arguments, 5, ALL_PARTS).split(",", -1));
  }

  public static void main(String[] arguments) {
    if (arguments.length == 0) {
      throw new IllegalArgumentException(
          "Usage: LayoutBenchmark <postgresql-uri> [designs] [rows] [seconds] [rounds] [parts]");
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
    Report.line("%n## Size in MiB, %d events%n", rows);
    designs.forEach(design -> Report.sizes(database, design));
    Arrays.stream(Workload.values())
        .filter(workload -> parts.contains(workload.name()))
        .forEach(this::compareDesigns);
    if (parts.contains("FORMS")) {
      compareForms();
    }
    if (parts.contains("OVERLAP")) {
      checkOverlap();
    }
    if (parts.contains("RETENTION")) {
      measureRetention();
    }
  }

  private void measureRetention() {
    Report.line("%n## Retention of the oldest month%n");
    designs.forEach(new Retention(database)::run);
    designs.forEach(
        design ->
            database.run("public", List.of("DROP SCHEMA %s CASCADE".formatted(design.schema()))));
  }

  /** Each round starts with a different design, so that none is always first. */
  private void compareDesigns(Workload workload) {
    Report report = new Report();
    List<Design> order = new ArrayList<>(designs);
    for (int round = 0; round < rounds; round++) {
      for (Design design : order) {
        report.add(
            design + ", " + design.title(), slice(design, design.ingest(), workload).run(length));
      }
      Collections.rotate(order, -2);
    }
    report.print(
        workload + ", groups of " + Groups.SIZE, designs.get(0) + ", " + designs.get(0).title());
  }

  private void compareForms() {
    Report report = new Report();
    for (int round = 0; round < rounds; round++) {
      for (Form form : Form.values()) {
        report.add(form.name(), slice(Design.U, form.sql(), Workload.V4).run(length));
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

  private static String argument(List<String> arguments, int index, String defaultValue) {
    return index < arguments.size() ? arguments.get(index) : defaultValue;
  }
}
