package dev.shopwire.analytics.rollups;

import dev.shopwire.analytics.query.ReadHandler;
import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.json.Times;
import dev.shopwire.common.query.AppScope;
import dev.shopwire.common.query.Query;
import io.vertx.core.Future;
import io.vertx.sqlclient.SqlClient;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** Serves {@code GET /apps/{id}/rollups}: the events of an app that are not aggregated yet. */
public final class RollupStatus implements ReadHandler {
  private static final int MAX_SHOWN = 100;

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
    long appId = scope.appId();
    return UsageEventBacklog.status(pool, appId)
        .compose(
            backlog ->
                UsageEventBacklog.quarantined(pool, appId, MAX_SHOWN)
                    .compose(
                        quarantined ->
                            RollupRuns.state(pool, appId)
                                .map(RollupRuns.State::budget)
                                .map(
                                    budget ->
                                        JsonResponse.of(
                                            Map.of(
                                                "rollups",
                                                status(backlog, quarantined, budget))))));
  }

  private static Status status(
      UsageEventBacklog.Status backlog,
      List<UsageEventBacklog.Quarantined> quarantined,
      AppBudget budget) {
    List<QuarantinedGroup> groups = new ArrayList<>();
    for (UsageEventBacklog.Quarantined each : quarantined) {
      groups.add(
          new QuarantinedGroup(
              Long.toString(each.group()), Times.format(each.storedAt()), each.reason()));
    }
    return new Status(
        backlog.waiting(),
        backlog.since().map(Times::format).orElse(null),
        backlog.quarantined(),
        groups,
        budget.eventNames(),
        AppBudget.MAX_EVENT_NAMES,
        budget.groupedProperties(),
        AppBudget.MAX_GROUPED_PROPERTIES);
  }
}
