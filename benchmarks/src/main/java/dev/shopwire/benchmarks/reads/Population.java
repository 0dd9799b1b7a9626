package dev.shopwire.benchmarks.reads;

import static dev.shopwire.benchmarks.reads.Output.line;
import static dev.shopwire.benchmarks.reads.Output.progress;
import static dev.shopwire.benchmarks.reads.Output.secondsSince;

import dev.shopwire.benchmarks.measure.Database;
import dev.shopwire.benchmarks.measure.Installation;
import dev.shopwire.benchmarks.measure.Options;
import io.vertx.sqlclient.Row;
import java.io.IOException;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Set;
import java.util.concurrent.locks.LockSupport;

/**
 * Stores a year of events of one app, up to the time when filling started, directly in the
 * database, while the service aggregates them. A directory that already has some of them is
 * completed.
 */
final class Population {
  /** The options of the benchmarks that use it. */
  static final Set<String> OPTIONS =
      Set.of("events", "data", "chunk", "patience", "runs", "plans", "warmup", "seconds", "rounds");

  private static final long POLL_NANOS = 200_000_000;
  private static final String TABLE =
      """
      create table benchmark_population (
        events   bigint      not null,
        filled   bigint      not null,
        from_at  timestamptz not null,
        until_at timestamptz not null
      )
      """;
  private static final String KNOWN =
      "select count(*) from pg_class where relname = 'benchmark_population'";
  private static final String BEGIN =
      """
      insert into benchmark_population (events, filled, from_at, until_at)
      values (%d, 0, now() - interval '365 days', now())
      """;
  private static final String SHOPS =
      """
      insert into customers (workspace_id, domain)
      select %s, 'shop-' || i || '.platform.example' from generate_series(0, %d - 1) i order by i
      """;

  /** As if the service had run for a year and created a partition each month. */
  private static final String PARTITIONS =
      """
      do $$
      declare
        month timestamptz := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC';
        first text := 'usage_events_' || to_char(month at time zone 'UTC', 'YYYY_MM');
        back interval;
        starts text;
      begin
        execute format('alter table usage_events detach partition %I', first);
        execute format('alter table usage_events attach partition %I for values from (%L) to (%L)',
          first, month, month + interval '1 month');
        for ago in 1..12 loop
          back := make_interval(months => ago);
          starts := case ago when 12 then 'minvalue' else quote_literal(month - back) end;
          execute format('create table %I partition of usage_events for values from (%s) to (%L)',
            'usage_events_' || to_char((month - back) at time zone 'UTC', 'YYYY_MM'),
            starts, month - back + interval '1 month');
        end loop;
      end $$
      """;

  private static final List<String> VACUUM =
      List.of(
          "vacuum analyze customers",
          "vacuum analyze usage_event_ids",
          "vacuum analyze usage_events",
          "vacuum analyze usage_rollups",
          "vacuum analyze usage_properties",
          "vacuum analyze sessions");

  private final Installation installation;
  private final Database database;
  private final Options options;
  private final long app;

  Population(Installation installation, Options options) {
    this.installation = installation;
    this.database = installation.database();
    this.options = options;
    this.app = Long.parseLong(installation.app().appId());
  }

  /** Returns when all events are stored and aggregated and the tables vacuumed. */
  void fill() throws IOException {
    long events = options.number("events", 20_000_000);
    if (database.number("public", KNOWN) == 0) {
      prepare(events);
    }
    Row population = state();
    if (population.getLong("events") != events) {
      throw new IllegalArgumentException(
          "the directory has " + population.getLong("events") + " events");
    }
    line("%n## Population: %,d events, %,d shops, one app%n", events, Shape.SHOPS);
    if (population.getLong("filled") < events) {
      store(events, population.getLong("filled"));
    } else {
      line("stored by an earlier run");
    }
    line("added up %.0f s later%s", awaitRollups(), remainder());
    long start = System.nanoTime();
    database.run("public", VACUUM);
    installation.superuser().run("checkpoint");
    line("vacuumed in %.0f s", secondsSince(start));
    Sizes.print(database);
  }

  /** Runs in one transaction, so that a directory has all of it or nothing. */
  private void prepare(long events) {
    String workspace = installation.app().workspaceId();
    database.run(
        "public",
        List.of(
            String.join(
                ";",
                "set timezone = 'UTC'",
                PARTITIONS,
                SHOPS.formatted(workspace, Shape.SHOPS),
                TABLE,
                BEGIN.formatted(events))));
  }

  private void store(long events, long filled) {
    long start = System.nanoTime();
    long chunk = options.number("chunk", 50_000);
    long customer = firstCustomer();
    for (long first = filled; first < events; first += chunk) {
      long last = Math.min(events, first + chunk) - 1;
      database.run(
          "public",
          List.of(
              "set synchronous_commit = off",
              "set work_mem = '64MB'",
              Shape.chunk(app, customer, events, first, last)));
      progress("%,d of %,d events, %.0f s", last + 1, events, secondsSince(start));
    }
    line(
        "stored in %.0f s, %,.0f events/s in groups of %,d, while the service aggregated",
        secondsSince(start), (events - filled) / secondsSince(start), chunk);
  }

  /** The id of shop 0; the others follow, since ids are assigned in order. */
  long firstCustomer() {
    String mine = " from customers where workspace_id = " + installation.app().workspaceId();
    long first = database.number("public", "select min(id)" + mine);
    if (database.number("public", "select max(id)" + mine) != first + Shape.SHOPS - 1) {
      throw new IllegalStateException("the ids of the shops are not consecutive");
    }
    return first;
  }

  /**
   * Waits until the service has aggregated everything, or makes no progress.
   *
   * @return seconds
   */
  double awaitRollups() {
    long start = System.nanoTime();
    long changed = start;
    long remaining = backlog();
    while (remaining > 0 && secondsSince(changed) < options.number("patience", 120)) {
      LockSupport.parkNanos(POLL_NANOS);
      long now = backlog();
      changed = now == remaining ? changed : System.nanoTime();
      remaining = now;
    }
    return secondsSince(start);
  }

  /** A remark on events that were not aggregated, for readers of the results; usually empty. */
  String remainder() {
    long remaining = backlog();
    return remaining == 0 ? "" : " (INCOMPLETE: %d groups not aggregated)".formatted(remaining);
  }

  private long backlog() {
    return database.number(
        "public", "select count(*) from usage_event_backlog where app_id = " + app);
  }

  /** The last day (UTC) with events of the population. */
  LocalDate lastDay() {
    return state()
        .getOffsetDateTime("until_at")
        .withOffsetSameInstant(ZoneOffset.UTC)
        .toLocalDate();
  }

  private Row state() {
    return database
        .rows("public", "select events, filled, until_at from benchmark_population")
        .get(0);
  }
}
