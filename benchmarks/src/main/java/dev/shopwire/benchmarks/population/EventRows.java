package dev.shopwire.benchmarks.population;

import static dev.shopwire.benchmarks.measure.Output.progress;

import dev.shopwire.benchmarks.measure.Database;
import io.vertx.sqlclient.Row;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Generates usage events, as if the service had run all the time: with a partition for each month,
 * in groups that wait for aggregation. They are written into partitions that don't belong to the
 * table yet, which indexes and attaches them afterwards.
 */
final class EventRows {
  private static final long PART = 500_000;
  private static final long GROUP = 20_000;
  private static final double DAYS_OF_MONTH = 28;

  private static final String STAGING = "benchmark_events";
  private static final String PARTITIONS =
      """
      create table benchmark_events (like usage_events) partition by range (received_at);
      do $$
      declare
        month timestamptz := date_trunc('month', now() at time zone 'UTC') at time zone 'UTC';
        part text := 'usage_events_' || to_char(month at time zone 'UTC', 'YYYY_MM');
        starts timestamptz;
      begin
        execute format('alter table usage_events detach partition %I', part);
        execute format('drop table %I', part);
        for ago in 0..{months} loop
          starts := (month at time zone 'UTC' - make_interval(months => ago)) at time zone 'UTC';
          part := 'usage_events_' || to_char(starts at time zone 'UTC', 'YYYY_MM');
          execute format(
            'create table %I (like usage_events including defaults including constraints)', part);
          execute format(
            'alter table benchmark_events attach partition %I for values from (%s) to (%L)', part,
            case ago when {months} then 'minvalue' else quote_literal(starts) end,
            (starts at time zone 'UTC' + interval '1 month') at time zone 'UTC');
        end loop;
      end $$
      """;
  private static final String ATTACH =
      """
      select c.relname::text as part,
        format('alter table usage_events attach partition %I %s', c.relname,
          pg_get_expr(c.relpartbound, c.oid)) as attach
      from pg_inherits i join pg_class c on c.oid = i.inhrelid
      where i.inhparent = 'benchmark_events'::regclass
      order by c.relname
      """;
  private static final String IDS =
      """
      insert into usage_event_ids (app_id, event_key)
      select {app}, {key} from generate_series({first}::bigint, {last}) i
      """;
  private static final String GROUPS =
      """
      select setval('usage_event_groups', nextval('usage_event_groups') + %d) - %d
      """;
  private static final String BACKLOG =
      """
      insert into usage_event_backlog (app_id, group_id, events)
      select {app}, {group} + n, least({groupSize}, {events} - n * {groupSize})
      from generate_series(0, ({events} - 1) / {groupSize}) n
      """;

  private final Database database;
  private final Scope scope;
  private final Steps steps;
  private final long events;

  EventRows(Database database, Scope scope, Steps steps) {
    this.database = database;
    this.scope = scope;
    this.steps = steps;
    this.events = scope.amounts().events();
  }

  void generate() {
    steps.run("events", events, this::store);
    steps.load(
        "event ids",
        "usage_event_ids",
        events,
        2 * PART,
        (first, last) ->
            scope.fill(IDS, Map.of("key", EventShape.KEY, "first", first, "last", last)));
  }

  private void store() {
    int months = (int) Math.ceil(scope.amounts().days() / DAYS_OF_MONTH);
    long groups = (events - 1) / GROUP + 1;
    long group = database.number("public", GROUPS.formatted(groups, groups));
    database.run(
        "public",
        List.of("set timezone = 'UTC'", scope.fill(PARTITIONS, Map.of("months", months))));
    steps.insert(
        "events",
        events,
        PART,
        (first, last) -> EventShape.insert(scope, STAGING, group, GROUP, first, last));
    attach();
    database.run(
        "public",
        List.of(scope.fill(BACKLOG, Map.of("group", group, "groupSize", GROUP, "events", events))));
  }

  private void attach() {
    for (Row row : database.rows("public", ATTACH)) {
      List<String> statements = new ArrayList<>();
      statements.add(
          "alter table %s detach partition %s".formatted(STAGING, row.getString("part")));
      statements.add(row.getString("attach"));
      statements.add("vacuum analyze " + row.getString("part"));
      steps.index(row.getString("part"), statements);
    }
    database.run("public", List.of("drop table " + STAGING, "analyze usage_events"));
    progress("  events: attached");
  }
}
