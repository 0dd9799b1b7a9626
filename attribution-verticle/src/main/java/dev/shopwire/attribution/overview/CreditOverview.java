package dev.shopwire.attribution.overview;

import dev.shopwire.common.bus.JsonResponse;
import dev.shopwire.common.contracts.OverviewRequest;
import dev.shopwire.common.tenancy.Workspaces;
import io.vertx.core.Future;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.Row;
import io.vertx.sqlclient.Tuple;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * Counts the credits of a workspace by local day, over all apps. A credit that an admin removed
 * doesn't count. Not thread-safe; use from one event loop.
 */
public final class CreditOverview {
  // Day 0 is the range before the first day. Day by day from the index alone: finding the day of
  // each
  // credit would take longer than reading it.
  private static final String COUNT =
      """
      select (span.day - 1)::int as day, (
        select count(*) from attribution_credits
        where workspace_id = $1 and affiliate_id is not null
          and credited_at >= span.since and credited_at < span.until) as credits
      from unnest($2::timestamptz[], $3::timestamptz[]) with ordinality as span (since, until, day)
      """;

  private final Pool pool;

  public CreditOverview(Pool pool) {
    this.pool = pool;
  }

  public Future<JsonResponse> read(OverviewRequest request) {
    LocalDays days = LocalDays.of(request);
    long workspaceId = request.workspaceId();
    return new Workspaces(pool)
        .require(workspaceId)
        .compose(
            exists ->
                pool.preparedQuery(COUNT)
                    .execute(
                        Tuple.of(workspaceId)
                            .addArrayOfOffsetDateTime(bounds(days, 0))
                            .addArrayOfOffsetDateTime(bounds(days, 1))))
        .map(rows -> JsonResponse.of(Map.of("attributions", figure(days, rows))));
  }

  /**
   * @param from 0 for the starts of the range before and of each day, 1 for their ends
   */
  private static OffsetDateTime[] bounds(LocalDays days, int from) {
    List<Instant> bounds = new ArrayList<>(days.starts());
    bounds.add(0, days.previousStart());
    bounds.add(days.end());
    return bounds.subList(from, from + days.starts().size() + 1).stream()
        .map(bound -> bound.atOffset(ZoneOffset.UTC))
        .toArray(OffsetDateTime[]::new);
  }

  private static Map<String, @Nullable Object> figure(LocalDays days, Iterable<Row> rows) {
    long[] credits = new long[days.dates().size() + 1];
    rows.forEach(row -> credits[row.getInteger("day")] = row.getLong("credits"));
    long value = 0;
    List<Map<String, Object>> data = new ArrayList<>();
    for (int i = 0; i < days.dates().size(); i++) {
      value += credits[i + 1];
      data.add(Map.of("date", days.dates().get(i).toString(), "value", credits[i + 1]));
    }
    Map<String, @Nullable Object> figure = new LinkedHashMap<>();
    figure.put("value", value);
    figure.put("previous", credits[0]);
    figure.put("data", data);
    return figure;
  }
}
