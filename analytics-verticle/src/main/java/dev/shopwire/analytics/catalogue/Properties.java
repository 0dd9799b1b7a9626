package dev.shopwire.analytics.catalogue;

import dev.shopwire.analytics.query.ComputedRows;
import dev.shopwire.analytics.query.ListExport;
import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.analytics.query.Reads;
import dev.shopwire.analytics.query.Snapshot;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.ListResponse;
import dev.shopwire.common.postgres.SqlParameters;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.PageCursors;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * Serves {@code GET /apps/{id}/catalogue/properties}: the properties of the newest events, most
 * frequent first (docs/api/reads.md).
 */
public final class Properties implements ReadHandler {
  private static final int MAX_EVENTS = 1_000;
  private static final int FIRST_ROWS = 32;
  private static final int MAX_NAME = 1_000;
  private static final int MAX_SEARCH = 200;

  /** Distinguishes cursors of this list from those of others. */
  private static final String LIST = "properties";

  private final Reads reads;

  public Properties(Reads reads) {
    this.reads = reads;
  }

  @Override
  public Future<JsonResponse> handle(AppScope app, Query query) {
    Optional<String> eventName = query.text("eventName", MAX_NAME);
    String search = query.trimmed("search", MAX_SEARCH);
    int take = query.pageSize("take");
    query.throwIfInvalid();
    PageCursors cursors = query.cursors(app, List.of(LIST, eventName.orElse(""), search));
    Optional<String> after = cursors.read(query);
    return reads
        .lookup(app, snapshot -> sample(snapshot, app, eventName))
        .map(sample -> response(sample, page(sample.properties(search), after), take, cursors));
  }

  /** The complete list, computed in memory within a read's limit of bytes. */
  public static ListExport export() {
    return (app, query, snapshot) -> {
      Optional<String> eventName = query.text("eventName", MAX_NAME);
      String search = query.trimmed("search", MAX_SEARCH);
      query.throwIfInvalid();
      return sample(snapshot, app, eventName)
          .map(
              sample ->
                  ComputedRows.of(
                      sample.properties(search),
                      (some, connection) ->
                          Future.succeededFuture(some.stream().map(PropertyUse::json).toList())));
    };
  }

  private static List<PropertyUse> page(List<PropertyUse> all, Optional<String> after) {
    if (after.isEmpty()) {
      return all;
    }
    String[] last = after.get().split(" ", 2);
    long events = Long.parseLong(last[0]);
    return all.stream().filter(use -> use.isAfter(events, last[1])).toList();
  }

  private static JsonResponse response(
      PropertySample sample, List<PropertyUse> properties, int take, PageCursors cursors) {
    Map<String, @Nullable Object> page =
        ListResponse.page(
            "properties",
            properties,
            take,
            last -> cursors.encode(last.events() + " " + last.property()));
    page.put("properties", properties.stream().limit(take).map(PropertyUse::json).toList());
    page.put("sampledEvents", sample.events());
    return JsonResponse.of(page);
  }

  private static Future<PropertySample> sample(
      Snapshot snapshot, AppScope app, Optional<String> eventName) {
    SqlParameters parameters = new SqlParameters();
    String sql =
        "select coalesce(e.properties::text, '{}') as properties from stored_usage_events e"
            + " where e.app_id = "
            + parameters.add(app.appId())
            + eventName.map(name -> " and e.event_name = " + parameters.add(name)).orElse("")
            + " order by e.occurred_at desc, e.event_key desc limit "
            + parameters.add(MAX_EVENTS);
    PropertySample sample = new PropertySample();
    return snapshot
        .fetch(
            sql,
            parameters.tuple(),
            FIRST_ROWS,
            rows -> {
              List<String> texts = new ArrayList<>();
              rows.forEach(row -> texts.add(row.getString("properties")));
              long before = sample.bytes();
              snapshot.budget().addRows(texts.size());
              return snapshot
                  .compute(
                      () -> {
                        texts.forEach(sample::add);
                        return sample.bytes() - before;
                      })
                  .map(
                      more -> {
                        snapshot.budget().addBytes(more);
                        return null;
                      });
            })
        .map(sample);
  }
}
