package dev.shopwire.benchmarks.layout;

import dev.shopwire.benchmarks.measure.Database;
import io.vertx.pgclient.PgConnection;
import io.vertx.pgclient.PgException;
import io.vertx.sqlclient.PreparedStatement;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutorService;
import java.util.stream.IntStream;

/** Sends overlapping groups over two connections and checks that each id is stored exactly once. */
final class Overlap {
  private static final int GROUPS = 300;

  /** Both connections advance by this many ids per group and choose from twice a group's size. */
  private static final int STEP = 500;

  private record Outcome(long fresh, long failures, String states) {}

  private final Database database;
  private final ExecutorService threads;
  private final Design design;

  Overlap(Database database, ExecutorService threads, Design design) {
    this.database = database;
    this.threads = threads;
    this.design = design;
  }

  /** Unless {@code sorted}, the groups have their ids in random order. */
  void run(String title, String sql, boolean sorted) {
    String schema = design.schema() + "_overlap";
    database.run(
        "public",
        List.of("DROP SCHEMA IF EXISTS %s CASCADE".formatted(schema), "CREATE SCHEMA " + schema));
    database.run(schema, Tables.create(design));
    database.run(schema, Tables.indexes(design));
    List<CompletableFuture<Outcome>> clients =
        IntStream.range(0, 2)
            .mapToObj(
                i -> CompletableFuture.supplyAsync(() -> send(schema, sql, sorted, i), threads))
            .toList();
    List<Outcome> outcomes = clients.stream().map(CompletableFuture::join).toList();
    long fresh = outcomes.stream().mapToLong(Outcome::fresh).sum();
    long stored = database.number(schema, "SELECT count(*) FROM usage_events");
    long distinct =
        database.number(
            schema, design.fill("SELECT count(DISTINCT (app_id, {key})) FROM usage_events"));
    long known =
        design.idTable() ? database.number(schema, "SELECT count(*) FROM usage_event_ids") : stored;
    Report.line(
        "%s: %d groups, %d reported fresh, %d stored, %d distinct, %d known ids, failures %s -> %s",
        title,
        2 * GROUPS,
        fresh,
        stored,
        distinct,
        known,
        outcomes.stream().map(o -> o.failures() + o.states()).toList(),
        stored == distinct && stored == known && (stored == fresh || !sql.equals(design.ingest()))
            ? "exactly once"
            : "WRONG");
    database.run("public", List.of("DROP SCHEMA %s CASCADE".formatted(schema)));
  }

  private Outcome send(String schema, String sql, boolean sorted, int seed) {
    PgConnection connection = database.connect(schema);
    PreparedStatement statement = connection.prepare(sql).await();
    Random random = new Random(seed);
    long fresh = 0;
    long failures = 0;
    TreeSet<String> states = new TreeSet<>();
    for (int group = 0; group < GROUPS; group++) {
      List<Groups.Id> ids = choose(random, 1L + (long) group * STEP);
      if (!sorted) {
        Collections.shuffle(ids, random);
      }
      try {
        int duplicates = statement.query().execute(Groups.tuple(design, ids)).await().size();
        fresh += ids.size() - duplicates;
      } catch (PgException e) {
        failures++;
        states.add(e.getSqlState());
      }
    }
    connection.close().await();
    return new Outcome(fresh, failures, states.toString());
  }

  private static List<Groups.Id> choose(Random random, long from) {
    TreeSet<Groups.Id> ids = new TreeSet<>();
    while (ids.size() < Groups.SIZE) {
      ids.add(Groups.stored(from + random.nextInt(2 * Groups.SIZE)));
    }
    return new ArrayList<>(ids);
  }
}
