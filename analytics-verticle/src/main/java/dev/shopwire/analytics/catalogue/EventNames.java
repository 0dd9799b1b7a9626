package dev.shopwire.analytics.catalogue;

import dev.shopwire.analytics.query.ListExport;
import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.ReadView;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.analytics.rollups.AggregateReads;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.exports.ExportSource;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code GET /apps/{id}/catalogue/event-names}: the names of all stored events, most
 * frequent first (docs/api/reads.md).
 */
public final class EventNames implements ReadHandler {
  private static final int MAX_SEARCH = 100;

  /** Distinguishes cursors of this list from those of others. */
  private static final String LIST = "event-names";

  // The counts are those of the rollups by days. Names beyond the app's limit of names are counted
  // there only together, as the name ''; then others finds them by one index probe each.
  private static final String NAMES =
      """
      with recursive known as materialized (
        select p.event_name, (
            select coalesce(sum(c.events), 0) from usage_rollups r
            cross join lateral unnest(r.events) as c (events)
            where r.app_id = $1 and r.event_name = p.event_name and r.group_property = ''
              and r.grain = 1440
          )::bigint as events
        from usage_properties p
        where p.app_id = $1 and p.property = '' and p.event_name <> ''
      ), others as (
        (select e.event_name from stored_usage_events e
          where e.app_id = $1 and exists (select from usage_properties p
            where p.app_id = $1 and p.event_name = '' and p.property = '')
          order by e.event_name limit 1)
        union all
        select (select e.event_name from stored_usage_events e
          where e.app_id = $1 and e.event_name > others.event_name
          order by e.event_name limit 1)
        from others where others.event_name is not null
      ), counted as (
        select event_name, events from known
        union all
        select o.event_name, (select count(*) from stored_usage_events e
          where e.app_id = $1 and e.event_name = o.event_name)
        from others o
        where o.event_name is not null
          and not exists (select from known k where k.event_name = o.event_name)
      )
      select c.event_name, c.events, last.at
      from counted c
      cross join lateral (
        select e.occurred_at as at from stored_usage_events e
        where e.app_id = $1 and e.event_name = c.event_name
        order by e.occurred_at desc limit 1
      ) last
      where position(lower($2::text) in lower(c.event_name)) > 0
        and ($3::bigint is null or c.events < $3
          or (c.events = $3 and c.event_name collate "C" > $4::text))
      order by c.events desc, c.event_name collate "C"
      limit $5
      """;
  private static final String HAS_OTHERS =
      """
      select exists (select from usage_properties
        where app_id = $1 and event_name = '' and property = '') as has_others
      """;

  private final AggregateReads reads;

  public EventNames(AggregateReads reads) {
    this.reads = reads;
  }

  private record EventName(String name, long events, OffsetDateTime lastAt) {
    static EventName of(Row row) {
      return new EventName(
          row.getString("event_name"), row.getLong("events"), row.getOffsetDateTime("at"));
    }

    String key() {
      return events + " " + name;
    }

    Map<String, @Nullable Object> json() {
      Map<String, @Nullable Object> json = new LinkedHashMap<>();
      json.put("eventName", name);
      json.put("events", events);
      json.put("lastAt", Times.format(lastAt));
      return json;
    }
  }

  @Override
  public Future<JsonResponse> handle(AppScope app, Query query) {
    String search = query.trimmed("search", MAX_SEARCH);
    int take = query.pageSize("take");
    query.throwIfInvalid();
    PageCursors cursors = query.cursors(app, List.of(LIST, search));
    Tuple parameters = parameters(app, search, cursors.read(query), take + 1);
    return reads
        .ofAggregates(app)
        .compose(
            view ->
                names(view, app, parameters)
                    .map(
                        names ->
                            view.page(
                                "eventNames",
                                names,
                                take,
                                EventName::json,
                                last -> cursors.encode(last.key()))));
  }

  /** The complete list. */
  public static ListExport export() {
    return (app, query, snapshot) -> {
      String search = query.trimmed("search", MAX_SEARCH);
      query.throwIfInvalid();
      Tuple parameters = parameters(app, search, Optional.empty(), Integer.MAX_VALUE);
      return Future.succeededFuture(
          ExportSource.Rows.of(NAMES, parameters, row -> EventName.of(row).json()));
    };
  }

  /** Names that are not in the rollups are a scan of the events. */
  private static Future<List<EventName>> names(ReadView view, AppScope app, Tuple parameters) {
    return view.lookup(
            snapshot ->
                snapshot
                    .query(HAS_OTHERS, Tuple.of(app.appId()))
                    .compose(
                        rows ->
                            rows.iterator().next().getBoolean("has_others")
                                ? Future.succeededFuture(Optional.<List<EventName>>empty())
                                : names(snapshot, parameters).map(Optional::of)))
        .compose(
            known ->
                known
                    .map(Future::succeededFuture)
                    .orElseGet(() -> view.scan(snapshot -> names(snapshot, parameters))));
  }

  private static Future<List<EventName>> names(Snapshot snapshot, Tuple parameters) {
    List<EventName> names = new ArrayList<>();
    return snapshot.forEach(NAMES, parameters, row -> names.add(EventName.of(row))).map(names);
  }

  private static Tuple parameters(AppScope app, String search, Optional<String> after, int rows) {
    String[] last = after.map(key -> key.split(" ", 2)).orElse(null);
    return Tuple.tuple()
        .addLong(app.appId())
        .addString(search)
        .addLong(last == null ? null : Long.valueOf(last[0]))
        .addString(last == null ? null : last[1])
        .addInteger(rows);
  }
}
