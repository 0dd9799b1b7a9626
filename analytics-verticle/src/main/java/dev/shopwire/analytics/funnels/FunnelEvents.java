package dev.shopwire.analytics.funnels;

import dev.shopwire.analytics.query.ReadBudget;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.events.PropertyPath;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.AppScope;
import io.vertx.core.Future;
import io.vertx.core.buffer.Buffer;
import io.vertx.sqlclient.Row;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Reads the events of a funnel from PostgreSQL, by index-only scans unless values are needed. They
 * are read in partitions of the customers, so that few are in memory at once, and packed: decoding
 * one row per event would take most of the time, and block the event loop.
 */
final class FunnelEvents {
  private static final int PARTS = 64;

  /** PostgreSQL keeps all values in memory until they are sent. */
  private static final long MAX_EVENTS_WITH_VALUES = 1_000_000;

  /** The maximum number of events that are packed into one row. */
  private static final int CHUNK = 20_000;

  private static final int CHUNK_WITH_VALUES = 2_000;
  private static final int FIRST_ROWS = 4;

  // The value of the first of several simultaneous events counts, so with values the order must be
  // kept; without them sorting would cost more than everything else.
  private static final String IN_ORDER = "order by n";

  private static final String PACKED =
      """
      select part::int as part, string_agg(packed, '' %s) as packed, count(*)::int as events
      from (
        select mod(customer_id, %s) as part, n / %s as chunk, n, %s as packed
        from (
          select *, row_number() over () - 1 as n from (%s) as kind limit %s
        ) as event
      ) as packed
      group by part, chunk order by part, chunk
      """;
  private static final String WHERE =
      """
      from stored_usage_events e
      where e.app_id = %s and e.event_name = %s and e.occurred_at >= %s and e.occurred_at < %s
      """;
  private static final String HEAD =
      "int8send(customer_id * %s + kind) || timestamptz_send(occurred_at)"
          .formatted(1 << CustomerEvents.KIND_BITS);
  private static final String HEAD_AND_VALUE = HEAD + " || int4send(octet_length(value)) || value";
  private static final String BARE = "select e.customer_id, e.occurred_at, %s as kind %s";
  private static final String NO_VALUE =
      "select e.customer_id, e.occurred_at, %s as kind, ''::bytea as value %s";

  // Equal numbers become one text; long values are not useful as groups. The limit and the offset
  // keep the planner from inlining the expressions, which would be evaluated again at each use.
  private static final String VALUED =
      """
      (select customer_id, occurred_at, %s as kind, convert_to(case
          when coalesce(jsonb_typeof(property), 'null') = 'null' then ''
          when octet_length(property::text) > 200 then ''
          when jsonb_typeof(property) = 'number' then trim_scale(property::numeric)::text
          else property::text end, 'UTF8') as value
        from (
          select e.customer_id, e.occurred_at, %s as property
          %s
          order by e.occurred_at, e.event_key
          limit %s
        ) as event
        offset 0)
      """;

  private final Snapshot snapshot;
  private final AppScope app;
  private final FunnelRequest funnel;
  private final Optional<PropertyPath> breakdown;
  private final long maxEvents;
  private int part = -1;
  private long eventsRead;

  FunnelEvents(
      Snapshot snapshot, AppScope app, FunnelRequest funnel, Optional<PropertyPath> breakdown) {
    this.snapshot = snapshot;
    this.app = app;
    this.funnel = funnel;
    this.breakdown = breakdown;
    long rows = snapshot.budget().limits().rows();
    this.maxEvents = breakdown.isPresent() ? Math.min(rows, MAX_EVENTS_WITH_VALUES) : rows;
  }

  /** Visits each customer once, one at a time, on a worker thread. */
  Future<Void> forEachCustomer(CustomerEventGroups groups, CustomerEventGroups.Visitor visitor) {
    SqlParameters parameters = new SqlParameters();
    String sql = sql(parameters);
    return snapshot
        .fetch(
            sql,
            parameters.tuple(),
            FIRST_ROWS,
            rows -> {
              List<Row> packed = new ArrayList<>();
              rows.forEach(packed::add);
              count(packed);
              return snapshot.compute(
                  () -> {
                    packed.forEach(row -> add(groups, row, visitor));
                    return null;
                  });
            })
        .compose(
            done ->
                snapshot.compute(
                    () -> {
                      groups.forEachCustomer(visitor);
                      return null;
                    }));
  }

  private void count(List<Row> rows) {
    ReadBudget budget = snapshot.budget();
    long before = eventsRead;
    rows.forEach(row -> eventsRead += row.getInteger("events"));
    if (eventsRead > maxEvents) {
      throw budget.tooManyRows(maxEvents);
    }
    budget.addRows(eventsRead - before);
  }

  private void add(CustomerEventGroups groups, Row row, CustomerEventGroups.Visitor visitor) {
    if (row.getInteger("part") != part) {
      groups.forEachCustomer(visitor);
      part = row.getInteger("part");
    }
    Buffer bytes = row.getBuffer("packed");
    groups.add(bytes, row.getInteger("events"));
  }

  private String sql(SqlParameters parameters) {
    String limit = parameters.add(maxEvents + 1);
    String kinds =
        IntStream.range(0, funnel.steps().kinds().size())
            .mapToObj(kind -> kind(parameters, kind, limit))
            .collect(Collectors.joining(" union all "));
    return PACKED.formatted(
        breakdown.isPresent() ? IN_ORDER : "",
        PARTS,
        breakdown.isPresent() ? CHUNK_WITH_VALUES : CHUNK,
        breakdown.isPresent() ? HEAD_AND_VALUE : HEAD,
        kinds,
        limit);
  }

  private String kind(SqlParameters parameters, int kind, String limit) {
    String where =
        WHERE.formatted(
            parameters.add(app.appId()),
            parameters.add(funnel.steps().kinds().get(kind)),
            parameters.add(funnel.range().start().atOffset(ZoneOffset.UTC)),
            parameters.add(funnel.range().end().atOffset(ZoneOffset.UTC)));
    if (breakdown.isEmpty()) {
      return BARE.formatted(kind, where);
    }
    return kind == 0 || !funnel.ordered()
        ? VALUED.formatted(kind, breakdown.get().sql(parameters), where, limit)
        : NO_VALUE.formatted(kind, where);
  }
}
