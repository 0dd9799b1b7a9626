package dev.shopwire.analytics.lookup;

import dev.shopwire.analytics.filters.EventFilter;
import dev.shopwire.analytics.query.Arguments;
import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.reports.ListSummary;
import dev.shopwire.common.contracts.JsonResponse;
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
 * Events, newest first, by pages (docs/api/reads.md). A page begins where the one before ended,
 * whatever has arrived since; one of large events ends early.
 */
public final class UsageEventList implements ReadHandler {
  private static final int DEFAULT_TAKE = 50;
  private static final int MAX_TAKE = 1_000;

  /** Characters of properties after which a page ends, however many rows were asked for. */
  private static final long MAX_CHARACTERS = 1L << 20;

  // The domain of each row that is shown, not a join: that would change the order of reading.
  private static final String SELECT =
      """
      select * from (
        select page.*, count(*) over () as found,
          sum(length(properties)) over (order by occurred_at desc, event_key desc)
            - length(properties) as before
        from (
          select %s,
            (select c.domain from customers c where c.workspace_id = %s and c.id = e.customer_id)
              as domain
          from usage_events e
          where %s
          order by e.occurred_at desc, e.event_key desc
          limit %s
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
  public Future<JsonResponse> answer(AppScope caller, Query query) {
    ListSummary summary = ListSummary.read(query, clock.instant());
    EventFilter filter = EventFilter.read(query, summary.bounds());
    int take = take(query);
    query.check();
    PageCursors cursors = query.cursors(caller, EventFilter.wording(query));
    Optional<KeysetCursor> after = KeysetCursor.read(query, cursors);
    Function<Snapshot, Future<EventPage>> work =
        snapshot ->
            filter
                .customer()
                .find(snapshot, caller)
                .compose(
                    customer ->
                        page(snapshot, caller, filter, customer, after, take)
                            .compose(
                                page ->
                                    summarised(snapshot, caller, filter, customer, summary, page)));
    boolean scans = filter.looksAtRows() || summary.isWanted();
    return (scans ? reads.scan(caller, work) : reads.lookup(caller, work))
        .map(page -> page.answer(cursors));
  }

  private static Future<EventPage> summarised(
      Snapshot snapshot,
      AppScope caller,
      EventFilter filter,
      Optional<Long> customer,
      ListSummary summary,
      EventPage page) {
    if (!summary.isWanted()) {
      return Future.succeededFuture(page);
    }
    Arguments arguments = new Arguments();
    return summary
        .over(snapshot, filter.where(arguments, caller, customer), arguments)
        .map(page::with);
  }

  private static int take(Query query) {
    String name = query.has("take") || !query.has("limit") ? "take" : "limit";
    return query.integer(name, DEFAULT_TAKE, 1, MAX_TAKE);
  }

  private static Future<EventPage> page(
      Snapshot snapshot,
      AppScope caller,
      EventFilter filter,
      Optional<Long> customer,
      Optional<KeysetCursor> after,
      int take) {
    Arguments arguments = new Arguments();
    String where = filter.where(arguments, caller, customer) + beyond(arguments, after);
    String sql =
        SELECT.formatted(
            EventRow.COLUMNS,
            arguments.of(caller.workspaceId()),
            where,
            arguments.of(take + 1),
            arguments.of(MAX_CHARACTERS));
    return snapshot
        .query(sql, arguments.tuple())
        .map(
            found -> {
              List<EventRow> rows = new ArrayList<>();
              long there = 0;
              for (Row row : found) {
                rows.add(EventRow.read(row));
                there = row.getLong("found");
              }
              return EventPage.of(rows, take, there);
            });
  }

  private static String beyond(Arguments arguments, Optional<KeysetCursor> after) {
    return after
        .map(
            place ->
                "\n  and (e.occurred_at, e.event_key) < (%s, %s)"
                    .formatted(arguments.of(place.time()), arguments.of(place.key())))
        .orElse("");
  }
}
