package dev.shopwire.webhook.status;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.OverviewRequest;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.Tuple;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneId;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Serves the webhooks' part of a workspace's overview. Not thread-safe; use from one event loop.
 */
public final class WebhookOverview {
  private static final String PREPARE =
      """
      select set_config('plan_cache_mode', 'force_custom_plan', true),
        set_config('statement_timeout', '1500', true)
      """;
  private static final String FIGURES =
      """
      select count(*) filter (where status = 'enabled') as enabled,
        count(*) filter (where status = 'probing') as probing,
        count(*) filter (where status = 'disabled') as disabled, (
          select count(*) from webhook_deliveries
          where workspace_id = $1 and status = 'failed' and kind <> 'test'
            and settled_at >= $2 and settled_at < $3
            and endpoint_id = any (array(
              select id from webhook_endpoints where workspace_id = $1 and status <> 'deleted'))
        ) as failed
      from webhook_endpoints
      where workspace_id = $1
      """;

  private final Pool pool;

  public WebhookOverview(Pool pool) {
    this.pool = pool;
  }

  /** The endpoints by status, and the deliveries that failed for good in the range. */
  public Future<JsonResponse> read(OverviewRequest request) {
    ZoneId zone = ZoneId.of(request.timezone());
    OffsetDateTime from = startOf(LocalDate.parse(request.startDate()), zone);
    OffsetDateTime until = startOf(LocalDate.parse(request.endDate()).plusDays(1), zone);
    Tuple parameters = Tuple.of(request.workspaceId(), from, until);
    return pool.withTransaction(connection -> figures(connection, parameters))
        .map(WebhookOverview::json);
  }

  private static Future<Row> figures(SqlConnection connection, Tuple parameters) {
    return connection
        .preparedQuery(PREPARE)
        .execute()
        .compose(ready -> connection.preparedQuery(FIGURES).execute(parameters))
        .map(rows -> rows.iterator().next());
  }

  private static OffsetDateTime startOf(LocalDate day, ZoneId zone) {
    return day.atStartOfDay(zone).toOffsetDateTime();
  }

  private static JsonResponse json(Row row) {
    Map<String, @Nullable Object> json = new LinkedHashMap<>();
    for (String figure : new String[] {"enabled", "probing", "disabled", "failed"}) {
      json.put(figure, row.getLong(figure));
    }
    return JsonResponse.of(json);
  }
}
