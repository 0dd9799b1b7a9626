package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.common.bus.JsonResponse;
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

/** Serves {@code GET /apps/{id}/rollups}: the events of an app that are not aggregated yet. */
public final class RollupStatus implements ReadHandler {
  private static final int MAX_SHOWN = 100;
  private static final String WAITING =
      """
      select coalesce(sum(events) filter (where quarantined_at is null), 0)::bigint as waiting,
        min(stored_at) filter (where quarantined_at is null) as waiting_since,
        coalesce(sum(events) filter (where quarantined_at is not null), 0)::bigint as quarantined
      from usage_event_backlog where app_id = $1
      """;
  private static final String QUARANTINED =
      """
      select group_id, stored_at, reason from usage_event_backlog
      where app_id = $1 and quarantined_at is not null order by group_id limit $2
      """;
  private static final String BUDGET =
      "select event_names, grouped_properties from usage_rollup_runs where app_id = $1";

  private final SqlClient pool;

  /**
   * @param pool connections to the primary on which nothing slow runs
   */
  public RollupStatus(SqlClient pool) {
    this.pool = pool;
  }

  private record Status(
      long waitingEvents,
      @Nullable String waitingSince,
      long setAsideEvents,
      List<QuarantinedGroup> setAside,
      int eventNames,
      int eventNamesLimit,
      int groupedProperties,
      int groupedPropertiesLimit) {}

  private record QuarantinedGroup(String group, String storedAt, String reason) {}

  @Override
  public Future<JsonResponse> handle(AppScope scope, Query query) {
    query.throwIfInvalid();
    Tuple app = Tuple.of(scope.appId());
    return pool.preparedQuery(WAITING)
        .execute(app)
        .compose(
            waiting ->
                pool.preparedQuery(QUARANTINED)
                    .execute(Tuple.of(scope.appId(), MAX_SHOWN))
                    .compose(
                        quarantined ->
                            pool.preparedQuery(BUDGET)
                                .execute(app)
                                .map(
                                    budget ->
                                        JsonResponse.of(
                                            Map.of(
                                                "rollups",
                                                status(waiting, quarantined, budget))))));
  }

  private static Status status(
      Iterable<Row> waiting, Iterable<Row> quarantined, Iterable<Row> budget) {
    Row row = waiting.iterator().next();
    OffsetDateTime since = row.getOffsetDateTime("waiting_since");
    List<QuarantinedGroup> groups = new ArrayList<>();
    for (Row each : quarantined) {
      groups.add(
          new QuarantinedGroup(
              Long.toString(each.getLong("group_id")),
              Times.format(each.getOffsetDateTime("stored_at")),
              each.getString("reason")));
    }
    int names = 0;
    int grouped = 0;
    for (Row each : budget) {
      names = each.getInteger("event_names");
      grouped = each.getInteger("grouped_properties");
    }
    return new Status(
        row.getLong("waiting"),
        since == null ? null : Times.format(since),
        row.getLong("quarantined"),
        groups,
        names,
        AppBudget.MAX_EVENT_NAMES,
        grouped,
        AppBudget.MAX_GROUPED_PROPERTIES);
  }
}
