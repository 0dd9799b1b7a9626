package dev.shopwire.analytics.traffic;

import dev.shopwire.analytics.query.ListExport;
import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.rollups.AggregateReads;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import dev.shopwire.common.time.Bounds;
import dev.shopwire.common.time.TimeRange;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.InstantSource;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code GET /apps/{id}/page-views}: the paths viewed in a range, most viewed first; entries
 * and exits are those of the sessions that start in it.
 */
public final class PageViews implements ReadHandler {
  private static final List<String> PARAMETERS = List.of("startDate", "endDate", "timezone");
  private static final String PAGES =
      """
      with viewed as (
        select path, count(*) as views, count(distinct customer_id) as shops
        from stored_usage_events
        where app_id = $1 and event_name = 'page_view' and path is not null
          and occurred_at >= $2 and occurred_at < $3
        group by path
      ), ends as (
        select path, sum(entry) as entries, sum(exit) as exits
        from sessions
        cross join lateral (values (entry_path, 1, 0), (exit_path, 0, 1)) as e (path, entry, exit)
        where app_id = $1 and started_at >= $2 and started_at < $3
        group by path
      ), pages as (
        select path, coalesce(views, 0) as views, coalesce(shops, 0) as shops,
          coalesce(entries, 0) as entries, coalesce(exits, 0) as exits
        from viewed full join ends using (path)
      )
      select path, views, shops, entries, exits from pages
      where $4::bigint is null or views < $4 or (views = $4 and path collate "C" > $5)
      order by views desc, path collate "C" limit $6
      """;

  private final AggregateReads reads;

  public PageViews(AggregateReads reads) {
    this.reads = reads;
  }

  private record Page(String path, long views, long uniqueShops, long entries, long exits) {
    static Page of(Row row) {
      return new Page(
          row.getString("path"),
          row.getLong("views"),
          row.getLong("shops"),
          row.getLong("entries"),
          row.getLong("exits"));
    }

    String key() {
      return views + " " + path;
    }

    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("path", path);
      json.put("views", views);
      json.put("uniqueShops", uniqueShops);
      json.put("entries", entries);
      json.put("exits", exits);
      return json;
    }
  }

  @Override
  public Future<JsonResponse> handle(AppScope app, Query query) {
    TimeRange range = Bounds.read(query).orLastDays(Instant.now());
    int take = query.pageSize("take");
    query.throwIfInvalid();
    PageCursors cursors = query.cursors(app, query.rawValues(PARAMETERS));
    Optional<String> after = cursors.read(query);
    return reads
        .ofAggregates(app)
        .compose(
            view ->
                view.scan(snapshot -> pages(snapshot, app, range, after, take + 1))
                    .map(
                        pages ->
                            view.page(
                                "pages",
                                pages,
                                take,
                                Page::json,
                                shown -> cursors.encode(shown.key()))));
  }

  /** The complete list; PostgreSQL keeps the sorted paths, on disk if they are many. */
  public static ListExport export(InstantSource clock) {
    return (app, query, snapshot) -> {
      TimeRange range = Bounds.read(query).orLastDays(clock.instant());
      query.throwIfInvalid();
      Tuple parameters = parameters(app, range, Optional.empty(), Integer.MAX_VALUE);
      return Future.succeededFuture(
          ExportSource.Rows.of(PAGES, parameters, row -> Page.of(row).json()));
    };
  }

  private static Future<List<Page>> pages(
      Snapshot snapshot, AppScope app, TimeRange range, Optional<String> after, int rows) {
    List<Page> pages = new ArrayList<>();
    return snapshot
        .forEach(PAGES, parameters(app, range, after, rows), row -> pages.add(Page.of(row)))
        .map(pages);
  }

  private static Tuple parameters(AppScope app, TimeRange range, Optional<String> after, int rows) {
    String[] last = after.map(key -> key.split(" ", 2)).orElse(null);
    return Tuple.tuple()
        .addLong(app.appId())
        .addOffsetDateTime(range.start().atOffset(ZoneOffset.UTC))
        .addOffsetDateTime(range.end().atOffset(ZoneOffset.UTC))
        .addLong(last == null ? null : Long.valueOf(last[0]))
        .addString(last == null ? null : last[1])
        .addInteger(rows);
  }
}
