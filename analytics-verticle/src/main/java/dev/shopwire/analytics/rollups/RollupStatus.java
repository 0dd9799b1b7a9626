package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.common.contracts.JsonResponse;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlClient;
import io.vertx.sqlclient.Tuple;
import java.time.OffsetDateTime;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** {@code GET /apps/{id}/rollups}: what of an app's events is not in its reports' figures yet. */
public final class RollupStatus implements ReadHandler {
  private static final int MAX_SHOWN = 100;
  private static final String WAITING =
      """
      select coalesce(sum(events) filter (where set_aside_at is null), 0)::bigint as waiting,
        min(stored_at) filter (where set_aside_at is null) as waiting_since,
        coalesce(sum(events) filter (where set_aside_at is not null), 0)::bigint as set_aside
      from usage_event_backlog where app_id = $1
      """;
  private static final String SET_ASIDE =
      """
      select group_id, stored_at, reason from usage_event_backlog
      where app_id = $1 and set_aside_at is not null order by group_id limit $2
      """;
  private static final String BUDGET =
      "select event_names, grouped_properties from usage_rollup_runs where app_id = $1";

  private final SqlClient pool;

  /**
   * @param pool connections to the primary that nothing slow is done on
   */
  public RollupStatus(SqlClient pool) {
    this.pool = pool;
  }

  private record Shown(
      long waitingEvents,
      @Nullable String waitingSince,
      long setAsideEvents,
      List<SetAside> setAside,
      int eventNames,
      int eventNamesLimit,
      int groupedProperties,
      int groupedPropertiesLimit) {}

  private record SetAside(String group, String storedAt, String reason) {}

  @Override
  public Future<JsonResponse> answer(AppScope caller, Query query) {
    query.check();
    Tuple app = Tuple.of(caller.appId());
    return pool.preparedQuery(WAITING)
        .execute(app)
        .compose(
            waiting ->
                pool.preparedQuery(SET_ASIDE)
                    .execute(Tuple.of(caller.appId(), MAX_SHOWN))
                    .compose(
                        setAside ->
                            pool.preparedQuery(BUDGET)
                                .execute(app)
                                .map(
                                    budget ->
                                        JsonResponse.of(
                                            Map.of("rollups", shown(waiting, setAside, budget))))));
  }

  private static Shown shown(Iterable<Row> waiting, Iterable<Row> setAside, Iterable<Row> budget) {
    Row row = waiting.iterator().next();
    OffsetDateTime since = row.getOffsetDateTime("waiting_since");
    List<SetAside> events = new ArrayList<>();
    for (Row each : setAside) {
      events.add(
          new SetAside(
              Long.toString(each.getLong("group_id")),
              Times.text(each.getOffsetDateTime("stored_at")),
              each.getString("reason")));
    }
    int names = 0;
    int grouped = 0;
    for (Row each : budget) {
      names = each.getInteger("event_names");
      grouped = each.getInteger("grouped_properties");
    }
    return new Shown(
        row.getLong("waiting"),
        since == null ? null : Times.text(since),
        row.getLong("set_aside"),
        events,
        names,
        AppBudget.MAX_EVENT_NAMES,
        grouped,
        AppBudget.MAX_GROUPED_PROPERTIES);
  }
}
