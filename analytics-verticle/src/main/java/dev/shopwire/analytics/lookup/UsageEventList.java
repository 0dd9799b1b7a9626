package dev.shopwire.analytics.lookup;

import dev.shopwire.analytics.filters.EventFilter;
import dev.shopwire.analytics.query.ListExport;
import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.reports.ListSummary;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.KeysetCursor;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;

/**
 * Lists events page by page, newest first (docs/api/reads.md). A page starts where the previous one
 * ended, whatever has arrived since; a page of large events ends early.
 */
public final class UsageEventList implements ReadHandler {
  /** Characters of properties after which a page ends, however many rows were requested. */
  private static final long MAX_CHARACTERS = 1L << 20;

  /** How many events an export holds in memory: few, since each may have 32 KiB of properties. */
  private static final int MAX_EXPORTED_ROWS = 100;

  // The domain is a subselect, not a join, which would change the order of reading.
  private static final String EVENTS =
      """
      select %s,
        (select c.domain from tenancy_customers c where c.workspace_id = %s and c.id = e.customer_id)
          as domain
      from stored_usage_events e
      where %s
      order by e.occurred_at desc, e.event_key desc
      """;
  private static final String PAGE =
      """
      select * from (
        select page.*, count(*) over () as found,
          sum(length(properties)) over (order by occurred_at desc, event_key desc)
            - length(properties) as before
        from (
          %s limit %s
        ) page
      ) measured
      where before < %s
      order by occurred_at desc, event_key desc
      """;

  private final Reads reads;
  private final InstantSource clock;

  public UsageEventList(Reads reads, InstantSource clock) {
    this.reads = reads;
    this.clock = clock;
  }

  @Override
  public Future<JsonResponse> handle(AppScope app, Query query) {
    ListSummary summary = ListSummary.read(query, clock.instant());
    EventFilter filter = EventFilter.read(query, summary.bounds());
    int take = take(query);
    query.throwIfInvalid();
    PageCursors cursors = query.cursors(app, EventFilter.parameterValues(query));
    Optional<KeysetCursor> after = KeysetCursor.read(query, cursors);
    Function<Snapshot, Future<EventPage>> work =
        snapshot ->
            filter
                .customer()
                .find(snapshot, app)
                .compose(
                    customer ->
                        page(snapshot, app, filter, customer, after, take)
                            .compose(
                                page ->
                                    withSummary(snapshot, app, filter, customer, summary, page)));
    boolean scans = filter.needsScan() || summary.isRequested();
    return (scans ? reads.scan(app, work) : reads.lookup(app, work))
        .map(page -> page.response(cursors));
  }

  /** The complete list. A summary is not part of it. */
  public static ListExport export(InstantSource clock) {
    return (app, query, snapshot) -> {
      ListSummary summary = ListSummary.read(query, clock.instant());
      EventFilter filter = EventFilter.read(query, summary.bounds());
      query.throwIfInvalid();
      return filter
          .customer()
          .find(snapshot, app)
          .compose(customer -> snapshot.avoidSorts().map(done -> rows(app, filter, customer)));
    };
  }

  private static ExportSource.Rows rows(AppScope app, EventFilter filter, Optional<Long> customer) {
    SqlParameters parameters = new SqlParameters();
    String where = filter.where(parameters, app, customer);
    String sql = EVENTS.formatted(EventRow.COLUMNS, parameters.add(app.workspaceId()), where);
    ExportSource.Rows all =
        ExportSource.Rows.of(sql, parameters.tuple(), row -> EventRow.read(row).json());
    return new ExportSource.Rows(
        all.sql(), all.countSql(), all.parameters(), MAX_EXPORTED_ROWS, all.mapper());
  }

  private static Future<EventPage> withSummary(
      Snapshot snapshot,
      AppScope app,
      EventFilter filter,
      Optional<Long> customer,
      ListSummary summary,
      EventPage page) {
    if (!summary.isRequested()) {
      return Future.succeededFuture(page);
    }
    SqlParameters parameters = new SqlParameters();
    return summary
        .compute(snapshot, filter.where(parameters, app, customer), parameters)
        .map(page::with);
  }

  private static int take(Query query) {
    return query.pageSize(query.has("take") || !query.has("limit") ? "take" : "limit");
  }

  private static Future<EventPage> page(
      Snapshot snapshot,
      AppScope app,
      EventFilter filter,
      Optional<Long> customer,
      Optional<KeysetCursor> after,
      int take) {
    SqlParameters parameters = new SqlParameters();
    String where = filter.where(parameters, app, customer) + afterCursor(parameters, after);
    String sql =
        PAGE.formatted(
            EVENTS.formatted(EventRow.COLUMNS, parameters.add(app.workspaceId()), where),
            parameters.add(take + 1),
            parameters.add(MAX_CHARACTERS));
    return snapshot
        .query(sql, parameters.tuple())
        .map(
            result -> {
              List<EventRow> rows = new ArrayList<>();
              long found = 0;
              for (Row row : result) {
                rows.add(EventRow.read(row));
                found = row.getLong("found");
              }
              return EventPage.of(rows, take, found);
            });
  }

  private static String afterCursor(SqlParameters parameters, Optional<KeysetCursor> after) {
    return after
        .map(
            cursor ->
                "\n  and (e.occurred_at, e.event_key) < (%s, %s)"
                    .formatted(parameters.add(cursor.time()), parameters.add(cursor.key())))
        .orElse("");
  }
}
